import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transactionSignature } from '#signing/public/eip1559';
import { transactionsOf } from '#signing/public/plan';
import { readPublicPlan } from '#signing/public/read-plan';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import { type ClaimBench, createClaimBench, type Signed, TOKENS } from './claims.test-setup.ts';
import type { DataKey } from './ports/key-vault.ts';

const RECIPIENT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const PAID = 50_000_000n;

let bench: ClaimBench;
beforeAll(async () => {
  bench = await createClaimBench();
}, 600_000);
afterAll(() => bench?.stop());
beforeEach(() => bench.reset());

/** A user whose account says that they alone have its keys, and the key of their public address. */
async function joinOwner(): Promise<Signed & { readonly key: Uint8Array }> {
  const signed = await bench.join('Mia');
  const { password } = signed.user;
  const exported = await bench.post(
    'wallet/export-keys',
    { password, what: 'private-key' },
    signed,
  );
  expect(exported.statusCode, exported.body).toBe(200);
  const { pool } = bench.server.database;
  const { rows } = await pool.query(
    `select u.id as user_id, u.name, u.email, u.phone, w.id, w.name as wallet, w.public_address, w.private_address
     from users u join wallets w on w.user_id = u.id where u.email = $1`,
    [signed.user.email],
  );
  const [{ user_id: userId, name, email, phone, id, wallet, ...addresses }] = rows;
  const account = {
    ...{ userId, name, email, phone },
    wallet: {
      ...{ id, name: wallet, custody: 'only-me' as const },
      ...{ publicAddress: addresses.public_address, privateAddress: addresses.private_address },
    },
  };
  const { signature } = await bench.server.recovery.enroll(
    account,
    randomBytes(32) as Uint8Array as DataKey,
  );
  await pool.query('update users set signature = $2 where id = $1', [userId, signature]);
  await pool.query("update wallets set custody = 'only-me' where user_id = $1", [userId]);
  const { privateKey } = exported.json();
  return { ...signed, key: Buffer.from(privateKey.slice(2), 'hex') };
}

const payment = () => ({
  tokenId: bench.usdc,
  amount: String(PAID),
  recipientAddress: RECIPIENT,
});

async function offered(owner: Signed, key = randomUUID() as string): Promise<ToBeSigned> {
  const response = await bench.post('wallet/public/send-tokens', payment(), owner, { key });
  expect(response.statusCode, response.body).toBe(202);
  return response.json();
}

function sign({ operation, toSign }: ToBeSigned, owner: Signed & { readonly key: Uint8Array }) {
  if (!('public' in toSign)) throw new Error('It is signed with another key.');
  const plan = readPublicPlan(toSign.public);
  const signatures = transactionsOf(plan).map((each) => transactionSignature(owner.key, each));
  const path = `wallet/operations/${operation.id}/signatures`;
  return bench.post(path, { planId: toSign.planId, signatures }, owner);
}

async function received(): Promise<bigint> {
  return (await bench.units(RECIPIENT)).usdc;
}

it('a payment that its owner signs is on the chain, once, however often its signatures come', async () => {
  const owner = await joinOwner();
  const before = await received();
  const key = randomUUID();
  const waiting = await offered(owner, key);
  expect((await bench.units(owner.address)).usdc).toBe(TOKENS);
  const responses = await Promise.all([sign(waiting, owner), sign(waiting, owner)]);
  for (const response of responses) expect(response.statusCode, response.body).toBe(200);
  await bench.settle();
  expect(await received()).toBe(before + PAID);
  expect((await sign(waiting, owner)).json().hash).toBe(responses[0]?.json().hash);
  const repeated = await bench.post('wallet/public/send-tokens', payment(), owner, { key });
  expect(repeated.json().hash).toBe(responses[0]?.json().hash);
});

it('what someone else signs of it is not sent', async () => {
  const owner = await joinOwner();
  const other = await joinOwner();
  const before = await received();
  const waiting = await offered(owner);
  const foreign = await sign(waiting, { ...owner, key: other.key });
  expect(foreign.json()).toMatchObject({ code: 'signature-not-valid' });
  const asOther = await sign(waiting, { ...other, key: owner.key });
  expect(asOther.json()).toMatchObject({ code: 'unknown-operation' });
  await bench.settle();
  expect(await received()).toBe(before);
});

it('one that was cancelled, or replaced by another one, takes no signatures', async () => {
  const owner = await joinOwner();
  const before = await received();
  const first = await offered(owner);
  const second = await offered(owner);
  expect((await sign(first, owner)).json()).toMatchObject({ code: 'plan-expired' });
  const cancelled = await bench.post(`wallet/operations/${second.operation.id}/cancel`, {}, owner);
  expect(cancelled.json().data).toMatchObject({ status: 'failed', isCancelled: true });
  expect((await sign(second, owner)).json()).toMatchObject({ code: 'plan-expired' });
  await bench.settle();
  expect(await received()).toBe(before);
});
