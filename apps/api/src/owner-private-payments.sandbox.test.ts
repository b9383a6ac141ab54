import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { viewingKeysOf } from '#pool/keys';
import { POOL_CHAIN_ID } from '#sandbox/railgun/pool.test-setup';
import { checkPrivatePlan } from '#signing/private/check-plan';
import type { PrivateConfirmation } from '#signing/private/confirmation';
import { readPrivatePlan } from '#signing/private/plan-json';
import { signPrivatePlan } from '#signing/private/sign-plan';
import type { OperationView } from '#wire/wallet/operation';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import { drawWallet } from './custody.test-setup.ts';
import { fundBroadcaster, startOwnPool, tokensOf } from './own-pool.test-setup.ts';
import type { ShieldedPool } from './ports/shielded-pool.ts';
import {
  password,
  type ServerName,
  type ShieldedServers,
  type SignedIn,
  startShieldedServers,
} from './shielded-servers.test-setup.ts';

/** OWNER_KILLS=20 kills each process that often at each step. */
const KILLS = Number.parseInt(process.env.OWNER_KILLS ?? '1', 10);
const SOON_MS = 300_000;
const ENDED = ['confirmed', 'failed', 'reverted', 'replaced'];
const TOK = 'polygon-tok';
const POL = 'polygon-pol';
const transferPath = '/wallet/private/internal-transfer';

/** Its keys are in this test alone. */
const drawn = drawWallet();
let servers: ShieldedServers;
let pool: ShieldedPool;
let owner: SignedIn;
let bob: SignedIn;
/** What the owner has by now, base units. */
const left = {
  [TOK]: lessPoolFee(parseUnits('100', 18)),
  [POL]: lessPoolFee(parseUnits('10', 18)),
};

beforeAll(async () => {
  servers = await startShieldedServers(['owner', 'bob']);
  const { bench } = servers;
  const { tok, pol } = tokensOf(bench);
  for (const name of ['main', 'worker', 'shielded-worker'] as const) await servers.start(name);
  await fundBroadcaster(servers);
  owner = await enrol(await servers.signIn('owner'));
  bob = await servers.signIn('bob');
  pool = await startOwnPool(servers);
  await servers.shieldTo(owner, (order) => pool.prepareShield({ ...order, token: tok }));
  const amount = { amount: parseUnits('10', 18) as never };
  await servers.shieldTo(owner, (order) => pool.prepareShield({ ...order, ...amount, token: pol }));
});
afterAll(async () => {
  await pool?.stop();
  await servers?.stop();
});

it('a user pays privately with keys that no server has, and the recipient reads their message', async () => {
  const paid = await pay(transferTo(bob, '40', { message: 'For lunch', showsSender: true }));
  expect(paid).toMatchObject({ status: 'confirmed', kind: 'internal-transfer', failure: null });
  await untilUnits(bob, TOK, parseUnits('40', 18));
  const { body } = await servers.call(bob, 'GET', '/wallet/private/history/wallet');
  expect(JSON.stringify(body.data.transactions[0])).toContain('For lunch');
});

it('the token and the native coin leave the pool for the address that was confirmed', async () => {
  const [first, second] = [newAddress(), newAddress()];
  await pay(unshieldTo(first, '10'));
  expect(await unitsOf(first)).toBe(lessPoolFee(parseUnits('10', 18)));
  await pay(unshieldTo(second, '4', POL));
  const { client } = servers.bench;
  expect(await client.getBalance({ address: second })).toBe(lessPoolFee(parseUnits('4', 18)));
});

it('a plan is signed once: not by another key, after it was cancelled, or beside another payment', async () => {
  const payment = unshieldTo(newAddress(), '1');
  const cancelled = await offer(payment);
  await servers.call(owner, 'POST', `/wallet/operations/${cancelled.operation.id}/cancel`);
  expect(await codeOf(cancelled, await signaturesOf(payment, cancelled))).toBe('plan-expired');
  const offered = await offer(payment);
  const other = await offer(payment, randomUUID());
  const signatures = await signaturesOf(payment, other);
  expect(await codeOf(offered, signatures)).toBe('plan-expired');
  const changed = signatures.map((each) => each.replace(/.$/, (end) => (end === '0' ? '1' : '0')));
  expect(await codeOf(other, changed)).toBe('signature-not-valid');
  const [one, again] = await Promise.all([post(other, signatures), post(other, signatures)]);
  expect([one.status, again.status]).toEqual([200, 200]);
  const { status, body } = await requestOf(payment, randomUUID());
  expect([status, body.code]).toEqual([409, 'private-operation-open']);
  expect(await followPaid(payment, other)).toMatchObject({ status: 'confirmed' });
  expect(await unitsOf(payment.confirmation.recipient as PublicAddress)).toBe(
    lessPoolFee(parseUnits('1', 18)),
  );
});

const steps = ['plan', 'signatures', 'proof', 'sending'] as const;
const killed: Readonly<Record<(typeof steps)[number], readonly ServerName[]>> = {
  plan: ['main', 'shielded-worker'],
  signatures: ['main'],
  proof: ['shielded-worker'],
  sending: ['worker'],
};

it.each(steps)(
  'nothing is lost or paid twice when processes are killed at the %s',
  async (step) => {
    for (let round = 0; round < KILLS; round += 1) {
      for (const name of killed[step]) {
        const payment = unshieldTo(newAddress(), '0.1');
        const offered = await offer(payment);
        const signatures = await signaturesOf(payment, offered);
        const restart = async () => {
          await servers.kill(name);
          await servers.start(name);
        };
        if (step === 'plan') await restart();
        if (step === 'signatures') void post(offered, signatures).catch(() => {});
        else if (step !== 'plan') await untilSigned(offered, signatures);
        if (step === 'sending') await untilProved(offered.operation.id);
        if (step !== 'plan') await restart();
        // As the user's page does for as long as it has no response.
        await untilSigned(offered, signatures);
        expect(await followPaid(payment, offered)).toMatchObject({ status: 'confirmed' });
        const recipient = payment.confirmation.recipient as PublicAddress;
        expect(await unitsOf(recipient)).toBe(lessPoolFee(parseUnits('0.1', 18)));
      }
    }
  },
);

interface OwnersPayment {
  readonly tokenId: typeof TOK | typeof POL;
  readonly path: string;
  readonly body: object;
  readonly confirmation: PrivateConfirmation;
}

function transferTo(
  to: SignedIn,
  amount: string,
  { message, showsSender }: { readonly message: string; readonly showsSender: boolean },
): OwnersPayment {
  const units = parseUnits(amount, 18);
  const { privateAddress: recipient } = to;
  return {
    ...{ tokenId: TOK, path: transferPath },
    body: {
      ...{ tokenId: TOK, amount: units.toString(), senderAddress: owner.privateAddress },
      ...{ recipientAddress: recipient, message, showsSender },
    },
    confirmation: {
      ...{ kind: 'transfer', chainId: POOL_CHAIN_ID, token: servers.bench.token, amount: units },
      ...{ fee: null, recipient, memo: message, showSender: showsSender },
    },
  };
}

function unshieldTo(
  recipient: PublicAddress,
  amount: string,
  tokenId: typeof TOK | typeof POL = TOK,
): OwnersPayment {
  const units = parseUnits(amount, 18);
  const { token, wrappedNative } = servers.bench;
  const isNative = tokenId === POL;
  return {
    ...{ tokenId, path: '/wallet/unshield' },
    body: { tokenId, amount: units.toString(), recipientAddress: recipient },
    confirmation: {
      ...{ kind: isNative ? 'unshield-native' : 'unshield', chainId: POOL_CHAIN_ID },
      ...{ token: isNative ? wrappedNative : token, amount: units, fee: null, recipient },
    },
  };
}

function requestOf({ path, body }: OwnersPayment, key: string) {
  const headers = { 'idempotency-key': key, prefer: 'respond-async' };
  return servers.call(owner, 'POST', path, body, headers);
}

/** Repeats what was refused only because something was not ready at that moment. */
async function offer(payment: OwnersPayment, key = randomUUID() as string): Promise<ToBeSigned> {
  await untilUnits(owner, payment.tokenId, left[payment.tokenId]);
  const response = await patiently(() => requestOf(payment, key));
  expect([response.status, response.body]).toEqual([202, expect.anything()]);
  return response.body;
}

/** Checks the plan as the signer does. */
async function signaturesOf(
  { confirmation }: OwnersPayment,
  { toSign }: ToBeSigned,
): Promise<readonly string[]> {
  const plan = 'private' in toSign ? readPrivatePlan(toSign.private) : null;
  if (plan === null) throw new Error('It is signed with another key.');
  const checked = await checkPrivatePlan(plan, confirmation, {
    keys: viewingKeysOf(drawn.keys),
    contracts: { relayAdapt: servers.bench.pool.relayAdapt },
  });
  if (!checked.ok) throw new Error(`The plan fails its check: ${checked.check}.`);
  return signPrivatePlan(checked.plan, drawn.keys.spending);
}

function post({ operation, toSign }: ToBeSigned, signatures: readonly string[]) {
  const body = { planId: toSign.planId, signatures };
  const path = `/wallet/operations/${operation.id}/signatures`;
  return servers.call(owner, 'POST', path, body, { prefer: 'respond-async' });
}

async function codeOf(offered: ToBeSigned, signatures: readonly string[]): Promise<string> {
  return (await post(offered, signatures)).body.code;
}

async function untilSigned(offered: ToBeSigned, signatures: readonly string[]): Promise<void> {
  const { status, body } = await patiently(() => post(offered, signatures));
  expect([status, body.code]).toEqual([200, undefined]);
}

async function pay(payment: OwnersPayment): Promise<OperationView> {
  const offered = await offer(payment);
  await untilSigned(offered, await signaturesOf(payment, offered));
  return followPaid(payment, offered);
}

/** Waits for its end. The money is gone then, once. */
async function followPaid(
  { tokenId, confirmation }: OwnersPayment,
  { operation: { id } }: ToBeSigned,
): Promise<OperationView> {
  const ended = await follow(id);
  left[tokenId] -= confirmation.amount;
  return ended;
}

async function patiently(
  request: () => ReturnType<ShieldedServers['call']>,
): ReturnType<ShieldedServers['call']> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const response = await request().catch(() => null);
    const isPassing =
      response === null ||
      response.status >= 500 ||
      ['private-operation-open', 'private-not-ready'].includes(response.body.code);
    if (!isPassing) return response;
    if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(response)}.`);
    await sleep(300);
  }
}

async function follow(id: string): Promise<OperationView> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const response = await servers.call(owner, 'GET', `/wallet/operations/${id}`).catch(() => null);
    if (ENDED.includes(response?.body.data?.status)) return response?.body.data;
    if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(response?.body)}.`);
    await sleep(200);
  }
}

async function untilProved(id: string): Promise<void> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const { rows } = await servers.db.query(
      'select 1 from private_transactions where operation_id = $1 and proved_at is not null',
      [id],
    );
    if (rows.length > 0) return;
    if (Date.now() > deadline) throw new Error('It was not proved.');
    await sleep(10);
  }
}

async function untilUnits(who: SignedIn, id: string, units: bigint): Promise<void> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const response = await servers.call(who, 'GET', '/wallet/private/coins').catch(() => null);
    const coins: readonly { id: string; availableBaseUnits: string }[] =
      response?.body.data?.[0]?.coins ?? [];
    const found = coins.find((each) => each.id === id)?.availableBaseUnits;
    if (found !== undefined && BigInt(found) === units) return;
    if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(response?.body)}.`);
    await sleep(300);
  }
}

/** Replaces an empty wallet by the one whose keys are here. */
async function enrol(who: SignedIn): Promise<SignedIn> {
  const challenge = await servers.call(who, 'POST', '/wallet/custody/challenge');
  expect(challenge.status, JSON.stringify(challenge.body)).toBe(200);
  const body = { ...drawn.enrolment(challenge.body), password };
  const enrolled = await servers.call(who, 'POST', '/wallet/custody/enrol', body);
  expect(enrolled.status, JSON.stringify(enrolled.body)).toBe(200);
  const { publicWalletAddress, privateWalletAddress } = enrolled.body.wallet;
  return {
    ...who,
    ...{ publicAddress: publicWalletAddress, privateAddress: privateWalletAddress },
  };
}

function lessPoolFee(units: bigint): bigint {
  return units - (units * 25n) / 10_000n;
}

function newAddress(): PublicAddress {
  return privateKeyToAddress(generatePrivateKey()) as PublicAddress;
}

function unitsOf(address: PublicAddress): Promise<bigint> {
  const { bench } = servers;
  const onToken = { address: bench.token, abi: bench.abi.token };
  const read = { ...onToken, functionName: 'balanceOf', args: [address] };
  return bench.client.readContract(read) as Promise<bigint>;
}
