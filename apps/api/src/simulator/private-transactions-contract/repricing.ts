import { expect, test } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { cancellationsOf, isCancelled } from '#domain/operation/cancellation';
import { isSent, type SentOperation, type SignedOperation } from '#domain/operation/operation';
import { IllegalTransition, transition } from '#domain/operation/transition';
import type { TokenId } from '#domain/token/token';
import { buildRepricing, CANCELLED, hashOf, NONCE_TAKEN, START, uuidOf } from '#testing/operation';
import type { SentPayment } from '../../ports/private-transactions.ts';
import {
  LEASE_MS,
  mine,
  msAfter,
  pricingOf,
  type StepChoices,
} from '../private-transaction-steps.ts';
import { CHAIN, type Opened } from './opened.ts';

const RUN = { now: START, dueBefore: msAfter(30_000), balance: pricingOf() };
const NOTHING_SIGNED = async () => null;

export function describeRepricing(open: () => Opened): void {
  test('lists what was signed and is in no block, oldest first', async () => {
    const { proveAndSign, prove, record, privateTransactions } = open();
    const listed = async (chainId = CHAIN) =>
      (await privateTransactions.listSent(chainId)).map(({ id }) => id);
    await proveAndSign(2);
    await record((operation) => mine(operation));
    await prove(3);
    expect(await listed()).toEqual([]);
    await proveAndSign(5);
    await proveAndSign(4);
    expect(await listed()).toEqual([4, 5].map(uuidOf));
    expect(await listed(CHAIN + 1)).toEqual([]);
  });

  test('lists a consolidation, which is re-priced like a payment', async () => {
    const { signConsolidation, privateTransactions } = open();
    await signConsolidation(1);
    const [sent] = await privateTransactions.listSent(CHAIN);
    expect(sent).toMatchObject({ id: uuidOf(1), kind: 'consolidation', status: 'signed' });
  });

  test('stores the new rung and cancellation with the operation, which is due at once', async () => {
    const { operations, privateTransactions, find } = open();
    const tried = await proveSignAndTry(open());
    expect(await privateTransactions.reprice(tried, RUN, async () => buildRepricing())).toBe(true);
    const stored = (await find(1))?.operation;
    expect(stored).toEqual(transition(tried, buildRepricing()));
    const [due] = await operations.claimDue({ now: RUN.now, leaseMs: LEASE_MS, limit: 5 });
    expect(due?.operation).toEqual(stored);
  });

  test('can happen again, and every transaction that was ever signed stays stored', async () => {
    const { privateTransactions, record, find } = open();
    const tried = await proveSignAndTry(open());
    await privateTransactions.reprice(tried, RUN, async () => buildRepricing());
    await record((operation) => tryRung(operation, 3));
    expect(await privateTransactions.reprice(tried, RUN, async () => buildRepricing(600))).toBe(
      true,
    );
    const stored = (await find(1))?.operation;
    if (stored === undefined || !isSent(stored)) throw new Error('It is not sent.');
    expect(stored.signing.ladder.map(({ hash }) => hash)).toEqual(
      [100, 101, 102, 500, 600].map(hashOf),
    );
    expect(cancellationsOf(stored.signing).map(({ hash }) => hash)).toEqual(
      [108, 508, 608].map(hashOf),
    );
  });

  test('of what is being cancelled stores a dearer cancellation, and either of the two ends it', async () => {
    const { operations, privateTransactions, record, find } = open();
    const tried = await proveSignAndTry(open());
    const event = { type: 'cancellation-requested', reason: 'operator', at: START } as const;
    await operations.request({ userId: null, operationId: tried.id, event, now: START });
    const at = msAfter(1);
    await record((operation) => transition(operation, { type: 'cancellation-tried', at }));
    const dearer = { ...buildRepricing(), rung: null };
    expect(await privateTransactions.reprice(tried, RUN, async () => dearer)).toBe(true);
    const stored = (await find(1))?.operation;
    expect(stored).toMatchObject({
      signing: { cancellation: dearer.cancellation, earlierCancellations: [{ hash: hashOf(108) }] },
      sending: { cancelRequest: { reason: 'operator' }, lastTriedAt: null },
    });
    await record((operation) => transition(operation, CANCELLED));
    const ended = (await find(1))?.operation;
    expect(ended !== undefined && isCancelled(ended)).toBe(true);
  });

  test('reads the operation as it is now, its price and what the broadcaster has besides its holds', async () => {
    const { privateTransactions, prove, sign } = open();
    const tried = await proveSignAndTry(open());
    await sign(await prove(2), { feeCeiling: toBaseUnits(1_500n) });
    const payments: SentPayment[] = [];
    const balance = pricingOf({ nativeBalance: toBaseUnits(10_000n) });
    await privateTransactions.reprice(tried, { ...RUN, balance }, async (payment) => {
      payments.push(payment);
      return null;
    });
    expect(payments).toEqual([{ operation: tried, leastGasPrice: null, available: 8_500n }]);
  });

  test('reads the price that a proof is bound to', async () => {
    const { privateTransactions } = open();
    const recipient = '0zk1broadcaster' as PrivateAddress;
    const fee = { tokenId: 'token' as TokenId, perNativeCoin: toBaseUnits(2n), recipient };
    const tried = await proveSignAndTry(open(), { fee });
    let price: bigint | null = null;
    await privateTransactions.reprice(tried, RUN, async ({ leastGasPrice }) => {
      price = leastGasPrice;
      return null;
    });
    expect(price).toBe(7n);
  });

  test('stores nothing when nothing is signed, or when signing throws', async () => {
    const { privateTransactions, find } = open();
    const tried = await proveSignAndTry(open());
    expect(await privateTransactions.reprice(tried, RUN, NOTHING_SIGNED)).toBe(false);
    await expect(
      privateTransactions.reprice(tried, RUN, () => Promise.reject(new Error('no key'))),
    ).rejects.toThrow('no key');
    expect((await find(1))?.operation).toEqual(tried);
  });

  test('leaves alone what a worker has, what is in a block, and what ended', async () => {
    const { operations, privateTransactions, record } = open();
    const tried = await proveSignAndTry(open());
    const isRepriced = () =>
      privateTransactions.reprice(tried, RUN, () => Promise.reject(new Error('signed')));
    const [claim] = await operations.claimDue({ now: START, leaseMs: LEASE_MS, limit: 5 });
    if (claim === undefined) throw new Error('It is not due.');
    expect(await isRepriced()).toBe(false);
    await operations.record([{ claim, next: mine(claim.operation), dueAt: START }]);
    expect(await isRepriced()).toBe(false);
    await record(finish);
    expect(await isRepriced()).toBe(false);
  });

  test('makes every earlier claim invalid: what a slow worker records changes nothing', async () => {
    const { operations, privateTransactions, find } = open();
    const tried = await proveSignAndTry(open());
    const [slow] = await operations.claimDue({ now: START, leaseMs: LEASE_MS, limit: 5 });
    if (slow === undefined) throw new Error('It is not due.');
    const run = { ...RUN, dueBefore: msAfter(LEASE_MS) };
    expect(await privateTransactions.reprice(tried, run, async () => buildRepricing())).toBe(true);
    const next = transition(slow.operation, NONCE_TAKEN);
    expect([...(await operations.record([{ claim: slow, next, dueAt: START }]))]).toEqual([]);
    expect((await find(1))?.operation).toEqual(transition(tried, buildRepricing()));
  });

  test('happens once when two workers try it at the same time', async () => {
    const { privateTransactions, find } = open();
    const tried = await proveSignAndTry(open());
    const outcomes = await Promise.allSettled(
      [500, 600].map((hash) =>
        privateTransactions.reprice(tried, RUN, async () => buildRepricing(hash)),
      ),
    );
    // The second one finds a rung that was not tried, which is not to be re-priced.
    const stored = outcomes.filter((each) => each.status === 'fulfilled' && each.value);
    expect(stored).toHaveLength(1);
    expect((await find(1))?.operation).toMatchObject({ sending: { leastRungs: 4 } });
  });

  test('is refused by the state machine before every rung was tried', async () => {
    const { privateTransactions, proveAndSign, find } = open();
    const signed = await proveAndSign(1);
    if (!isSent(signed)) throw new Error('It is not sent.');
    await expect(
      privateTransactions.reprice(signed, RUN, async () => buildRepricing()),
    ).rejects.toThrow(IllegalTransition);
    expect((await find(1))?.operation).toEqual(signed);
  });

  test('raises what the operation holds of the broadcaster’s account', async () => {
    const { operations, privateTransactions } = open();
    const tried = await proveSignAndTry(open());
    await privateTransactions.reprice(tried, RUN, async () => buildRepricing());
    const holds = await operations.holds(tried.account, START);
    expect(holds.reduce((sum, { units }) => sum + units, 0n)).toBe(9_000n);
  });
}

/** Operation 1, of which every rung was tried. */
async function proveSignAndTry(
  { proveAndSign, record, find }: Opened,
  choices: StepChoices = {},
): Promise<SentOperation> {
  await proveAndSign(1, choices);
  await record((operation) => [0, 1, 2].reduce(tryRung, operation));
  const operation = (await find(1))?.operation;
  if (operation === undefined || !isSent(operation)) throw new Error('It is not sent.');
  return operation;
}

function tryRung(operation: SignedOperation, rung: number): SignedOperation {
  return transition(operation, { type: 'tried', rung, at: START, isAccepted: true });
}

function finish(operation: SignedOperation): SignedOperation {
  const mined = operation.status === 'mined' ? operation : mine(operation);
  return transition(mined, { type: 'finalized', at: START });
}
