import { expect, test } from 'vitest';
import { transition } from '#domain/operation/transition';
import { BOB } from '#testing/network';
import { NONCE_TAKEN, PAID_BY_COPY, PAID_IN_PART, START, uuidOf } from '#testing/operation';
import { mine, msAfter, userOf } from '../private-transaction-steps.ts';
import { type Opened, signPublic } from './opened.ts';

const TAG = 'cd'.repeat(32);
const LATER = msAfter(3_600_000);

/** What becomes of a signed payment, and whether another one may follow. */
const ENDS = [
  ['is in a block', mine, 'request-over'],
  ['is replaced', (o) => transition(o, NONCE_TAKEN), 'stored'],
  [
    'is replaced, and then paid by a copy',
    (o) => transition(transition(o, NONCE_TAKEN), PAID_BY_COPY),
    'request-over',
  ],
  ['is paid in part', (o) => transition(o, PAID_IN_PART), 'request-over'],
] satisfies readonly (readonly [string, typeof mine, 'stored' | 'request-over'])[];

export function describePaymentRequests(open: () => Opened): void {
  const pay = (n: number, paymentRequest = TAG) => open().store(n, { paymentRequest });

  test('one is stored, of two users at the same moment, 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const tag = round.toString(16).padStart(64, '0');
      await open().addPaymentRequest(tag, { expiresAt: LATER });
      const outcomes = await Promise.all([pay(1 + 2 * round, tag), pay(2 + 2 * round, tag)]);
      const kinds = outcomes.map(({ kind }) => kind).toSorted();
      expect(kinds, `round ${round}`).toEqual(['request-over', 'stored']);
      for (const each of outcomes) {
        if (each.kind !== 'stored') continue;
        const { userId, id } = each.operation;
        await open().privateTransactions.cancel(userId, id, START);
      }
    }
  });

  test('one is stored or signed, of a private and a public one at the same moment', async () => {
    await open().addPaymentRequest(TAG, { expiresAt: LATER });
    const { operations } = open();
    const [stored, signed] = await Promise.all([
      pay(1),
      signPublic(operations, 8, { userId: userOf(2), account: BOB, paymentRequest: TAG }),
    ]);
    const made = [stored.kind === 'stored', signed.kind === 'signed'];
    expect(made.filter(Boolean)).toHaveLength(1);
    expect([stored.kind, signed.kind]).toContain('request-over');
  });

  test('another one is refused while one waits for its proof, and stored once that has failed', async () => {
    await open().addPaymentRequest(TAG, { expiresAt: LATER });
    await pay(1);
    expect(await pay(2)).toEqual({ kind: 'request-over' });
    expect(await open().find(2)).toBeNull();
    await open().privateTransactions.cancel(userOf(1), uuidOf(1), START);
    expect(await pay(2)).toMatchObject({ kind: 'stored' });
  });

  test.each(ENDS)('one that %s decides whether another is stored', async (_name, change, kind) => {
    await open().addPaymentRequest(TAG, { expiresAt: LATER });
    await open().proveAndSign(1, { paymentRequest: TAG });
    await open().record(change);
    expect((await pay(2)).kind).toBe(kind);
  });

  test('one that is repeated under its key is that payment', async () => {
    await open().addPaymentRequest(TAG, { expiresAt: LATER });
    await pay(1);
    expect(await pay(1)).toMatchObject({ kind: 'exists', operation: { id: uuidOf(1) } });
  });

  test('none is stored of a request that is over, and the consolidation of its user goes on', async () => {
    await open().addPaymentRequest(TAG, { expiresAt: START });
    await open().consolidate(1);
    const again = { userId: userOf(1), paymentRequest: TAG };
    expect(await open().store(2, again)).toEqual({ kind: 'request-over' });
    expect(await open().claim()).toMatchObject({ terms: { kind: 'consolidation' } });
  });
}
