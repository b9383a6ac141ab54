import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimView } from '#wire/wallet/claim';
import type { OperationView } from '#wire/wallet/operation';
import { claimEntropy } from './adapters/key-vault/claim-entropy.ts';
import { toPhrase } from './adapters/key-vault/to-phrase.ts';
import { toSeed } from './adapters/key-vault/to-seed.ts';
import { derivePrivateAddress } from './adapters/railgun/derive-private-address.ts';
import {
  password,
  type ShieldedServers,
  type SignedIn,
  startShieldedServers,
} from './shielded-servers.test-setup.ts';

const SOON_MS = 600_000;
const STOCK = '0x3635c9adc5dea00000';
const ENDED = ['confirmed', 'failed', 'reverted', 'replaced'];
/** The broadcaster is paid in notes: at cost, and a tenth more. */
const PAID = { BROADCASTER_FEE_BPS: '1000' };
const TWO = parseUnits('2', 18);

let servers: ShieldedServers;
let alice: SignedIn;
let bob: SignedIn;

beforeAll(async () => {
  servers = await startShieldedServers(['alice', 'bob']);
  await servers.start('main', PAID);
  await servers.start('worker');
  await servers.start('shielded-worker');
  alice = await servers.signIn('alice');
  bob = await servers.signIn('bob');
  await servers.bench.chain.call('anvil_setBalance', [alice.publicAddress, STOCK]);
  await servers.bench.chain.call('anvil_setBalance', [await broadcaster(), STOCK]);
  await untilSpendable(alice, () => true);
  const shield = { tokenId: 'polygon-pol', amount: `${parseUnits('50', 18)}` };
  const shielded = await untilAnswered(() => post(alice, '/wallet/shield', shield));
  expect(await follow(alice, shielded.operation.id)).toMatchObject({ status: 'confirmed' });
  await untilSpendable(alice, (units) => units > 0n);
});
afterAll(() => servers?.stop());

describe('a private payment by link', () => {
  it('costs its sender what was quoted, and its recipient gets exactly its amount', async () => {
    const before = await spendable(alice);
    const body = { tokenId: 'polygon-pol', balance: 'private', amount: `${TWO}` };
    const { body: quoted } = await servers.call(alice, 'POST', '/wallet/claims/quote', body);
    expect(quoted.data).toMatchObject({ feeSymbol: 'POL', feeDecimals: 18 });
    const view = await make(TWO);
    expect(view).toMatchObject({
      ...{ state: 'sending', balance: 'private', amount: `${TWO}`, number: 0 },
      ...{ feeSymbol: 'POL', feePaid: null, transactionHash: null },
    });
    expect(view.address).toMatch(/^0zk/);
    const waiting = await untilBooked(view, before);
    const [paid, setAside] = [BigInt(waiting.feePaid ?? 0), BigInt(waiting.feeSetAside)];
    expect(paid).toBeGreaterThan(0n);
    expect(setAside).toBeGreaterThan(2n * paid);

    const had = await spendable(bob);
    const { operation } = await claim(view, bob);
    expect(operation).toMatchObject({
      ...{ kind: 'internal-transfer', amount: `${TWO}` },
      ...{ from: view.address, to: bob.privateAddress },
    });
    expect(await follow(bob, operation.id)).toMatchObject({ status: 'confirmed', failure: null });
    await untilSpendable(bob, (units) => units === had + TWO);
    const claimed = await untilState(view, 'claimed');
    expect(claimed.end).not.toBeNull();
    const { body: notes } = await servers.call(bob, 'GET', '/wallet/notes');
    expect(JSON.stringify(notes)).toContain('From alice: For the trip');
    const { body: paidTo } = await servers.call(alice, 'GET', '/wallet/recipients');
    expect(paidTo.data).toEqual([]);
    const again = await post(bob, '/wallet/claims/claim', { code: view.code });
    expect(again.body.code).toBe('claim-over');
  });

  it('goes back to its sender less the fee, and is not for anyone else', async () => {
    const view = await made(TWO);
    const stranger = await post(alice, '/wallet/claims/claim', { code: view.code });
    expect(stranger.body.code).toBe('claim-not-yours');
    const before = await spendable(alice);
    const { operation } = await takeBack(view);
    const ended = await follow(alice, operation.id);
    expect(ended).toMatchObject({ status: 'confirmed', from: view.address });
    const returned = BigInt(ended.amount);
    const set = TWO + BigInt(view.feeSetAside);
    expect(returned).toBeGreaterThan(TWO);
    expect(returned).toBeLessThan(set);
    await untilSpendable(alice, (units) => units === before + returned);
    expect((await untilState(view, 'returned')).state).toBe('returned');
  });

  it('moves once, claimed and taken back at the same moment', async () => {
    // One recipient gets up to 5 a day.
    for (let round = 0; round < 2; round += 1) {
      const view = await made(TWO);
      await untilReady(bob);
      const [had, held] = [await spendable(bob), await spendable(alice)];
      const both = await Promise.all([
        post(bob, '/wallet/claims/claim', { code: view.code }),
        post(alice, `/wallet/claims/${view.id}/take-back`, {}),
      ]);
      expect(both.map(({ status }) => status).toSorted(), JSON.stringify(both)).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.code).toBe('claim-over');
      const isClaimed = both[0]?.status === 200;
      const winner = isClaimed ? bob : alice;
      const operation = (isClaimed ? both[0] : both[1])?.body.operation;
      const { status, amount } = await follow(winner, operation.id);
      expect(status).toBe('confirmed');
      const before = isClaimed ? had : held;
      await untilSpendable(winner, (units) => units === before + BigInt(amount));
      await untilState(view, isClaimed ? 'claimed' : 'returned');
    }
  });

  it('whose process was killed while it proved the claim waits, and arrives once it is asked for again', async () => {
    const view = await made(TWO);
    await untilReady(bob);
    const had = await spendable(bob);
    const { operation } = await claim(view, bob);
    await servers.kill('shielded-worker');
    expect(await statusOf(operation.id)).toBe('created');
    await servers.start('shielded-worker');
    await untilStatus(operation.id, 'needs_unlock');
    expect((await untilState(view, 'claiming')).state).toBe('claiming');
    const taken = await post(alice, `/wallet/claims/${view.id}/take-back`, {});
    expect(taken.body.code).toBe('claim-over');
    const again = await claim(view, bob);
    expect(again.operation.id).toBe(operation.id);
    expect(await follow(bob, operation.id)).toMatchObject({ status: 'confirmed', failure: null });
    await untilSpendable(bob, (units) => units === had + TWO);
    await untilState(view, 'claimed');
  });

  it('leaves nothing in the database that opens its wallet or names whom it is for', async () => {
    const { rows } = await servers.db.query<{ text: string }>(
      `select row::text as text from operations row where idempotency_key not like 'claim-return %'
       union all select row::text from private_transactions row union all select row::text from claims row
       union all select row::text from shielded_requests row`,
    );
    const all = rows.map(({ text }) => text).join();
    expect(all).not.toMatch(/bob@kax|For the trip/);
    const { body } = await servers.call(alice, 'GET', '/wallet/claims');
    const made = body.data as readonly ClaimView[];
    expect(made.length).toBeGreaterThan(3);
    const exported = { password, what: 'phrase' };
    const { body: keys } = await servers.call(alice, 'POST', '/wallet/export-keys', exported);
    for (const { number, address } of made) {
      const entropy = claimEntropy(toSeed(keys.phrase), number);
      expect(await derivePrivateAddress(toSeed(toPhrase(entropy)))).toBe(address);
      expect(all).toContain(address);
      expect(all).not.toContain(Buffer.from(entropy).toString('hex'));
      expect(all).not.toContain(Buffer.from(entropy).toString('base64').slice(0, 20));
      expect(all).not.toContain(toPhrase(entropy));
    }
  });
});

async function statusOf(id: string): Promise<string | undefined> {
  const { rows } = await servers.db.query<{ status: string }>(
    'select status from operations where id = $1',
    [id],
  );
  return rows[0]?.status;
}

async function untilStatus(id: string, status: string): Promise<void> {
  const deadline = Date.now() + SOON_MS;
  for (let now = await statusOf(id); now !== status; now = await statusOf(id)) {
    if (Date.now() > deadline) throw new Error(`It stayed ${now}.`);
    await sleep(100);
  }
}

async function broadcaster(): Promise<string> {
  const file = join(servers.folder, 'keys', 'api', 'broadcaster.json');
  return JSON.parse(await readFile(file, 'utf8')).address;
}

/** Pays Bob by link from Alice's private balance. */
async function make(amount: bigint): Promise<ClaimView> {
  await untilReady(alice);
  const body = {
    ...{ tokenId: 'polygon-pol', balance: 'private', amount: `${amount}` },
    ...{ emailOrPhone: 'bob@kax.test', message: 'For the trip' },
  };
  return (await untilAnswered(() => post(alice, '/wallet/claims', body))).data;
}

/** The same, once Alice's balance shows what it cost. */
async function made(amount: bigint): Promise<ClaimView> {
  const before = await spendable(alice);
  return untilBooked(await make(amount), before);
}

async function untilBooked(view: ClaimView, before: bigint): Promise<ClaimView> {
  const waiting = await untilState(view, 'waiting');
  const { amount, feePaid, feeSetAside } = waiting;
  const cost = BigInt(amount) + BigInt(feePaid ?? 0) + BigInt(feeSetAside);
  await untilSpendable(alice, (units) => units === before - cost);
  return waiting;
}

function claim({ code }: Pick<ClaimView, 'code'>, by: SignedIn) {
  return untilAnswered(() => post(by, '/wallet/claims/claim', { code }));
}

function takeBack({ id }: Pick<ClaimView, 'id'>) {
  return untilAnswered(() => post(alice, `/wallet/claims/${id}/take-back`, {}));
}

async function untilState({ id }: Pick<ClaimView, 'id'>, state: ClaimView['state']) {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const { body } = await servers.call(alice, 'GET', '/wallet/claims');
    const found = (body.data as readonly ClaimView[]).find((each) => each.id === id);
    if (found?.state === state) return found;
    if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(found)}.`);
    await sleep(300);
  }
}

function post(who: SignedIn, path: string, body: unknown, key: string = randomUUID()) {
  return servers.call(who, 'POST', path, body, { 'idempotency-key': key, prefer: 'respond-async' });
}

/** Repeats what was refused only because something was not ready at that moment. */
async function untilAnswered(
  request: () => ReturnType<ShieldedServers['call']>,
): Promise<{ readonly data: ClaimView; readonly operation: OperationView }> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const response = await request().catch(() => null);
    if (response?.status === 200) return response.body;
    const isPassing = response === null || response.status >= 500 || response.status === 409;
    if (!isPassing || Date.now() > deadline) throw new Error(JSON.stringify(response));
    await sleep(500);
  }
}

/** Follows an operation to its end, as its user's page does. */
async function follow(who: SignedIn, id: string): Promise<OperationView> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const response = await servers.call(who, 'GET', `/wallet/operations/${id}`).catch(() => null);
    const found: OperationView | undefined = response?.body.data;
    if (found !== undefined && ENDED.includes(found.status)) return found;
    if (Date.now() > deadline) {
      const log = (await servers.logOf('shielded-worker')).slice(-2_000);
      throw new Error(`It stayed ${JSON.stringify(found)}.\n${log}`);
    }
    await sleep(300);
  }
}

async function readCoin(who: SignedIn) {
  const response = await servers.call(who, 'GET', '/wallet/private/coins').catch(() => null);
  const coins: readonly { id: string; availableBaseUnits: string }[] =
    response?.body.data?.[0]?.coins ?? [];
  const units = coins.find(({ id }) => id === 'polygon-pol')?.availableBaseUnits ?? '0';
  return { isReady: response?.body.privateState?.status === 'ready', units: BigInt(units) };
}

async function spendable(who: SignedIn): Promise<bigint> {
  return (await readCoin(who)).units;
}

function untilReady(who: SignedIn): Promise<void> {
  return untilSpendable(who, () => true);
}

async function untilSpendable(who: SignedIn, isSo: (units: bigint) => boolean): Promise<void> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const { isReady, units } = await readCoin(who);
    if (isReady && isSo(units)) return;
    if (Date.now() > deadline) throw new Error(`It stayed ${units}.`);
    await sleep(300);
  }
}
