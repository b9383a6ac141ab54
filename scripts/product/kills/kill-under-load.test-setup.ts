import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'viem';
import { expect } from 'vitest';
import { seededUsers } from '#sandbox/seed/users';
import type { OperationView } from '#wire/wallet/operation';
import { balanceOn, killOne, openNode } from '../killed-product.test-setup.ts';
import type { Product } from '../start-product.ts';
import { describeStuck } from './describe-stuck.test-setup.ts';
import type { FaultyChains } from './faulty-chains.test-setup.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { startMixedLoad } from './mixed-load.test-setup.ts';
import { newAddress, newPayment, type Payment, pay, untilEnded } from './payments.test-setup.ts';
import { createRandomChoice } from './random-choice.ts';
import {
  addressOfBroadcaster,
  type Holders,
  readFeesPaid,
  readHeights,
  readNotes,
  readPool,
  readProductNetworks,
  readPublicBalances,
} from './read-chain.test-setup.ts';
import { KILLS, SEED } from './run-settings.ts';
import { SWAPPED_KAX, type SwapEntry, untilSwapsEnded } from './swaps.test-setup.ts';
import { openSession, type UserSession } from './user-session.test-setup.ts';

const SERVERS = [
  'apps/api/src/main.ts',
  'apps/api/src/worker.ts',
  'apps/api/src/shielded-worker.ts',
  'apps/api/src/recovery.ts',
];
/** The solver (with the exchange), and both chains: killed in addition, and not counted. */
const STAND_INS = ['sandbox/exchange/serve.ts', '--chain-id 31337', '--chain-id 31114'];
const PAUSE_MS = { least: 500, most: 6_000 };
const FREE_WITHIN_MS = 600_000;

/** Kills processes while every kind of payment is under way through faulty nodes, and compares with the chains. */
export async function killUnderLoad(product: Product, chains: FaultyChains): Promise<void> {
  console.log(`KILL_SEED=${SEED} KILLS=${KILLS}`);
  const users = await Promise.all(
    ['alice', 'bob', 'carol'].map((name) => openSession(product, name)),
  );
  const [alice] = users;
  if (alice === undefined) throw new Error('There is no one to pay.');
  const holders: Holders = new Map([
    ...users.map(({ name, publicAddress }) => [name, publicAddress] as const),
    ['broadcaster', await addressOfBroadcaster(product)],
  ]);
  const before = await readPublicBalances(product, holders);
  const heights = await readHeights(product);

  const first = await shieldFirst(users);
  let isOver = false;
  const load = startMixedLoad({ users, swapper: alice, seed: SEED, isOver: () => isOver });
  const changing = chains.changeUntil(() => isOver, createRandomChoice(SEED, 'faults'));
  const failed = Promise.all([load.ended, changing]).then(() => new Promise<never>(() => {}));
  const killed = await Promise.race([killAtRandom(product, () => isOver), failed]).finally(() => {
    isOver = true;
  });
  await changing;
  const healedAt = Date.now();
  const lanes = await untilLanesAreFree(users, alice).catch(async (cause: Error) => {
    throw new Error(`${cause.message}\n${await describeStuck(product, holders)}`, { cause });
  });
  await load.ended;
  const freeAfterMs = Date.now() - healedAt;

  const payments = [...first, ...load.payments, ...lanes];
  const swaps = await untilSwapsEnded(product, alice);
  const views = await readEnds(users, payments);
  const expected = createLedger();
  for (const payment of payments)
    applyPayment(expected, payment, { view: views.get(payment), users });
  applySwaps(expected, alice.name, swaps);
  report({ killed, chains, payments, views, swaps, requests: load.requests, freeAfterMs });

  await repeatRequests(users, payments);
  expect(payments.filter(({ operationIds }) => operationIds.size > 1)).toEqual([]);
  expect(payments.some(({ lostResponses }) => lostResponses > 0)).toBe(true);
  const confirmed = payments.filter((payment) => views.get(payment)?.status === 'confirmed');
  expect(new Set(confirmed.map(({ kind }) => kind))).toEqual(
    new Set(['send', 'shield', 'unshield', 'internal-transfer']),
  );
  const completed = swaps.filter(({ status }) => status === 'completed');
  expect(completed.some(({ progress }) => progress.length === 3)).toBe(true);
  const own = new Set<string>(holders.values());
  const toOthers = payments.filter(({ to }) => to.startsWith('0x') && !own.has(to));
  await compareRecipients(product, toOthers, views);
  await comparePublic(product, { holders, heights, before, expected });
  await comparePrivate(product, users, expected);
  expect(freeAfterMs).toBeLessThan(FREE_WITHIN_MS);
}

/** Gives every user notes before anything goes wrong. */
function shieldFirst(users: readonly UserSession[]): Promise<readonly Payment[]> {
  return Promise.all(
    users.map(async (user) => {
      const wanted = { kind: 'shield', tokenId: 'polygon-usdc', amount: 20_000_000n } as const;
      const payment = newPayment(user, { ...wanted, to: user.privateAddress });
      const id = await pay(user, payment);
      if (id !== null) await untilEnded(user, id);
      return payment;
    }),
  );
}

/** @returns how many of each were killed, until there were enough or it `isOver` */
async function killAtRandom(
  product: Product,
  isOver: () => boolean,
): Promise<ReadonlyMap<string, number>> {
  const choice = createRandomChoice(SEED, 'kills');
  const deal = choice.dealer([...SERVERS, ...SERVERS, ...SERVERS, ...SERVERS, ...STAND_INS]);
  const killed = new Map<string, number>();
  let servers = 0;
  while (servers < KILLS && !isOver()) {
    const victim = deal();
    // The first kill happens before any response is possible.
    await sleep(killed.size === 0 ? 0 : choice.between(PAUSE_MS.least, PAUSE_MS.most));
    // One that was killed a moment ago may not be there again.
    while (killOne(product, victim) === 0 && !isOver()) await sleep(50);
    killed.set(victim, (killed.get(victim) ?? 0) + 1);
    if (SERVERS.includes(victim)) servers += 1;
  }
  return killed;
}

/** Every account pays again on each chain that it has money on, and the broadcaster for every user. */
async function untilLanesAreFree(
  users: readonly UserSession[],
  swapper: UserSession,
): Promise<readonly Payment[]> {
  const lanes = users.flatMap((user) => [
    { user, kind: 'send', tokenId: 'polygon-usdc', amount: 2_000n } as const,
    ...(user === swapper
      ? [{ user, kind: 'send', tokenId: 'avalanche-usdc', amount: 2_000n } as const]
      : []),
    { user, kind: 'unshield', tokenId: 'polygon-usdc', amount: 2_000n } as const,
  ]);
  return Promise.all(
    lanes.map(async ({ user, ...wanted }) => {
      const payment = newPayment(user, { ...wanted, to: newAddress() });
      const id = await pay(user, payment);
      const lane = `${user.name} ${wanted.kind} ${wanted.tokenId}`;
      if (id === null) throw new Error(`${lane} was refused: ${payment.refusal}.`);
      const { status } = await untilEnded(user, id);
      console.log(`${lane}: ${status} after ${seconds(Date.now() - payment.requestedAt)}`);
      expect([lane, status]).toEqual([lane, 'confirmed']);
      return payment;
    }),
  );
}

async function readEnds(
  users: readonly UserSession[],
  payments: readonly Payment[],
): Promise<ReadonlyMap<Payment, OperationView>> {
  const views = new Map<Payment, OperationView>();
  for (const payment of payments) {
    const user = users.find(({ name }) => name === payment.payer);
    const [id] = payment.operationIds;
    if (user && id !== undefined) views.set(payment, await untilEnded(user, id));
  }
  return views;
}

/** Requests what was accepted once more, with the same key: the response is the payment that was made. */
async function repeatRequests(
  users: readonly UserSession[],
  payments: readonly Payment[],
): Promise<void> {
  for (const payment of payments.filter(({ refusal }) => refusal === null)) {
    const user = users.find(({ name }) => name === payment.payer);
    if (user) await pay(user, payment);
  }
}

/** What a payment changed, if its end is true. */
function applyPayment(
  ledger: Ledger,
  { payer, kind, tokenId, amount, to }: Payment,
  {
    view,
    users,
  }: { readonly view: OperationView | undefined; readonly users: readonly UserSession[] },
): void {
  if (view?.status !== 'confirmed') return;
  const isPrivate = kind === 'unshield' || kind === 'internal-transfer';
  const received = amount - BigInt(view.poolFee ?? 0);
  ledger.add(
    isPrivate ? notesOf(payer) : payer,
    tokenId,
    -amount - BigInt(view.broadcasterFee ?? 0),
  );
  const recipient = users.find(({ publicAddress, privateAddress }) =>
    [publicAddress, privateAddress].includes(to),
  );
  if (recipient === undefined) return;
  ledger.add(
    to === recipient.privateAddress ? notesOf(recipient.name) : recipient.name,
    tokenId,
    received,
  );
}

function notesOf(name: string): string {
  return `notes of ${name}`;
}

/** The owner of an incomplete swap has the dollars of the last completed step, on its chain. */
function applySwaps(ledger: Ledger, owner: string, swaps: readonly SwapEntry[]): void {
  for (const { status, progress } of swaps) {
    if (progress[0]?.state !== 'done') continue;
    ledger.add(owner, 'polygon-kax', -parseUnits(SWAPPED_KAX, 18));
    const output = progress.findLast(({ state }) => state === 'done')?.output;
    const amount = output?.amount ?? '0';
    if (status === 'completed') ledger.add(owner, 'avalanche-avax', parseUnits(amount, 18));
    else {
      const chain = output?.blockchain === 'POLYGON' ? 'polygon' : 'avalanche';
      ledger.add(owner, `${chain}-usdc`, parseUnits(amount, 6));
    }
  }
}

/** A recipient, whom nothing else paid, got all of it once, or nothing if it ended without being paid. */
async function compareRecipients(
  product: Product,
  payments: readonly Payment[],
  views: ReadonlyMap<Payment, OperationView>,
): Promise<void> {
  const tokens = (await readProductNetworks(product)).flatMap(({ network }) =>
    network.tokens.map((token) => ({ ...token, slug: network.slug })),
  );
  const wrong: unknown[] = [];
  for (const payment of payments) {
    const view = views.get(payment);
    const token = tokens.find(({ id }) => id === payment.tokenId);
    if (token === undefined) throw new Error(`There is no ${payment.tokenId}.`);
    const node = openNode(product, token.slug === 'polygon' ? 'polygon' : 'avalanche');
    const owner = payment.to as `0x${string}`;
    const got =
      token.address === null
        ? await node.getBalance({ address: owner })
        : await balanceOn(node, { token: token.address as `0x${string}`, owner });
    const due = view?.status === 'confirmed' ? payment.amount - BigInt(view.poolFee ?? 0) : 0n;
    if (got !== due) wrong.push({ payment, status: view?.status, got, due });
  }
  expect(wrong).toEqual([]);
}

async function comparePublic(
  product: Product,
  {
    holders,
    heights,
    before,
    expected,
  }: {
    readonly holders: Holders;
    readonly heights: ReadonlyMap<string, bigint>;
    readonly before: Ledger;
    readonly expected: Ledger;
  },
): Promise<void> {
  const names = [...holders.keys()];
  const tokenIds = (await readProductNetworks(product)).flatMap(({ network }) =>
    network.tokens.map(({ id }) => id),
  );
  const fees = await readFeesPaid(product, holders, heights);
  const after = await readPublicBalances(product, holders);
  const due = createLedger();
  for (const name of names) {
    for (const id of tokenIds) {
      due.add(name, id, before.of(name, id) + expected.of(name, id) - fees.of(name, id));
    }
  }
  expect(after.lines(names, tokenIds)).toEqual(due.lines(names, tokenIds));
}

/** Notes of each user, and all notes together against what the pool's contract holds. */
async function comparePrivate(
  product: Product,
  users: readonly UserSession[],
  expected: Ledger,
): Promise<void> {
  const { tokens, held } = await readPool(product);
  const found = await readNotes(product, users);
  const tokenIds = tokens.map(({ id }) => id);
  const names = [...users.map(({ name }) => name), 'broadcaster'];
  const due = createLedger();
  for (const name of names) {
    for (const id of tokenIds) due.add(name, id, expected.of(notesOf(name), id));
  }
  for (const { email, shielded = [] } of seededUsers) {
    for (const { symbol, amount } of shielded) {
      const token = tokens.find((each) => each.symbol === symbol);
      const name = email.slice(0, email.indexOf('@'));
      if (token) due.add(name, token.id, parseUnits(amount, token.decimals));
    }
  }
  expect(found.lines(names, tokenIds)).toEqual(due.lines(names, tokenIds));
  for (const id of tokenIds) {
    const sum = names.reduce((all, name) => all + found.of(name, id), 0n);
    expect([id, held.of('pool', id)]).toEqual([id, sum]);
  }
}

function report(run: {
  readonly killed: ReadonlyMap<string, number>;
  readonly chains: FaultyChains;
  readonly payments: readonly Payment[];
  readonly views: ReadonlyMap<Payment, OperationView>;
  readonly swaps: readonly SwapEntry[];
  readonly requests: ReadonlyMap<string, number>;
  readonly freeAfterMs: number;
}): void {
  const { payments, views } = run;
  const ends = payments.map((payment) => {
    const view = views.get(payment);
    const end = view === undefined ? `refused ${payment.refusal}` : endOf(view);
    return `${payment.kind} ${end}`;
  });
  const waits = [...views.values()].map(
    ({ createdAt, updatedAt }) => Date.parse(updatedAt) - Date.parse(createdAt),
  );
  const lost = payments.reduce((all, { lostResponses }) => all + lostResponses, 0);
  console.log(`killed: ${listed(run.killed)}`);
  console.log(`faults: ${listed(run.chains.counts)}`);
  console.log(`requests: ${listed(run.requests)}; ${lost} requests without a response`);
  console.log(`${payments.length} payments: ${listed(countEach(ends))}`);
  console.log(
    `${run.swaps.length} swaps: ${listed(countEach(run.swaps.map(({ status }) => status)))}`,
  );
  console.log(`longest time of a payment ${seconds(Math.max(...waits))}`);
  console.log(`every lane free ${seconds(run.freeAfterMs)} after the nodes were healed`);
}

function endOf({ status, isCancelled }: OperationView): string {
  return isCancelled ? `${status} (cancelled)` : status;
}

function countEach(items: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items.toSorted()) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
