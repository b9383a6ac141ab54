import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildDetails,
  buildInclusion,
  buildPrivateTransaction,
  buildRepricing,
  buildShield,
  buildSigned,
  buildSigning,
  buildSigningWithApproval,
  buildTriedPrivateTransaction,
  CANCELLED,
  hashOf,
  NONCE_TAKEN,
  PAID_BY_COPY,
  PAID_IN_PART,
  START,
} from '#testing/operation';
import { toBaseUnits } from '../amount/base-units.ts';
import { cancellationsOf, isCancelled, isCancelledTooLate, isCancelling } from './cancellation.ts';
import { failureSentence } from './failure-sentence.ts';
import { isFollowed, isSpeedingUp, RECHECK_REPLACED_FOR_MS } from './following.ts';
import { isTerminal, type Operation, startOperation } from './operation.ts';
import type { OperationEvent } from './operation-event.ts';
import {
  isPaidByCopy,
  isPaidInPart,
  isWithoutEffect,
  networkFeePaid,
  receivedUnits,
  STATUSES_THAT_MOVED_NOTHING,
  transactionHash,
} from './outcome.ts';
import { canHappen, IllegalTransition, transition } from './transition.ts';

const later = new Date(START.getTime() + 5_000);
const tried = { type: 'tried', rung: 0, at: START, isAccepted: true } as const;
const mined = { type: 'mined', inclusion: buildInclusion() } as const;
const cancel = { type: 'cancellation-requested', reason: 'user', at: later } as const;
const expire = { ...cancel, reason: 'expired' } as const;
const giveUp = { ...cancel, reason: 'operator' } as const;
const finalize = { type: 'finalized', at: later } as const;
const speedUp = { type: 'speed-up-requested' } as const;
const events: readonly OperationEvent[] = [
  { type: 'prepared' },
  { type: 'locked' },
  { type: 'unlocked' },
  { type: 'failed', reason: 'expired', at: later },
  { type: 'signed', signing: buildSigning() },
  tried,
  { ...tried, isAccepted: false },
  { ...tried, rung: 1 },
  mined,
  { type: 'mined', inclusion: buildInclusion({ isSuccess: false, blockHash: 'other' }) },
  { type: 'receipt-vanished' },
  { type: 'finalized', at: later },
  { type: 'speed-up-requested' },
  { type: 'cancellation-requested', reason: 'user', at: later },
  { type: 'cancellation-requested', reason: 'expired', at: later },
  { type: 'cancellation-requested', reason: 'operator', at: later },
  { type: 'cancellation-tried', at: later },
  NONCE_TAKEN,
  CANCELLED,
  PAID_BY_COPY,
  PAID_IN_PART,
];

describe('the life of a payment', () => {
  test('goes from created to confirmed', () => {
    let operation: Operation = startOperation(buildDetails());
    const path = [
      { type: 'prepared' },
      { type: 'signed', signing: buildSigning() },
      tried,
      mined,
    ] as const;
    const statuses = path.map((event) => {
      operation = transition(operation, event);
      return operation.status;
    });
    expect(statuses).toEqual(['prepared', 'signed', 'broadcast', 'mined']);
    const confirmed = transition(operation, { type: 'finalized', at: later });
    expect(confirmed).toMatchObject({ status: 'confirmed', endedAt: later });
  });

  test('ends reverted when it failed in its final block', () => {
    const inclusion = buildInclusion({ isSuccess: false });
    const operation = transition(buildSigned(), { type: 'mined', inclusion });
    expect(transition(operation, { type: 'finalized', at: later }).status).toBe('reverted');
  });

  test.each([
    ['recorded that nothing arrived', 0n, 'reverted', 0n],
    ['kept a part', 24_500_000n, 'confirmed', 24_500_000n],
    ['let everything arrive', 25_000_000n, 'confirmed', 25_000_000n],
  ])(
    'when its token %s, success of the network is not the end of it',
    (_what, units, status, received) => {
      const inclusion = buildInclusion({ arrived: toBaseUnits(units) });
      const operation = transition(buildSigned(), { type: 'mined', inclusion });
      const ended = transition(operation, { type: 'finalized', at: later });
      expect(ended.status).toBe(status);
      expect(receivedUnits(ended)).toBe(received);
    },
  );

  test('spends its notes when the pool paid out, whatever the token recorded then', () => {
    const inclusion = buildInclusion({ arrived: toBaseUnits(0n) });
    const signed = buildSigned(buildPrivateTransaction());
    const unshielded = transition(signed, { type: 'mined', inclusion });
    const ended = transition(unshielded, { type: 'finalized', at: later });
    expect(ended.status).toBe('confirmed');
    expect(receivedUnits(ended)).toBe(0n);
  });

  test('continues when its block disappears', () => {
    const reopened = transition(transition(buildSigned(), mined), { type: 'receipt-vanished' });
    expect(reopened.status).toBe('broadcast');
    expect('inclusion' in reopened).toBe(false);
  });

  test('ends replaced when its nonce is permanently taken', () => {
    expect(transition(buildSigned(), NONCE_TAKEN).status).toBe('replaced');
  });

  test.each([
    ['success', true, 25_000_000n, 'confirmed'],
    ['failure', false, null, 'reverted'],
    ['success without anything that arrived', true, 0n, 'reverted'],
  ])(
    'ends with the %s of what does the same under its nonce',
    (_what, isSuccess, units, status) => {
      const arrived = units === null ? null : toBaseUnits(units);
      const inclusion = buildInclusion({ transactionHash: hashOf(7), isSuccess, arrived });
      const ended = transition(buildSigned(), { type: 'mined-unrecorded', inclusion, at: later });
      expect(ended).toMatchObject({ status, inclusion, endedAt: later });
      expect(transactionHash(ended)).toBe(hashOf(7));
    },
  );

  test('ends unrecorded by none of its own, by no block for a private one, and not again', () => {
    const inclusion = buildInclusion({ transactionHash: hashOf(7) });
    const event = { type: 'mined-unrecorded', inclusion, at: later } as const;
    const own = { ...event, inclusion: buildInclusion({ transactionHash: hashOf(108) }) };
    expect(canHappen(buildSigned(), own)).toBe(false);
    expect(canHappen(buildSigned(buildPrivateTransaction()), event)).toBe(false);
    expect(canHappen(transition(buildSigned(), NONCE_TAKEN), event)).toBe(false);
  });

  test('can turn out to be mined although it was called replaced', () => {
    const replaced = transition(buildSigned(), NONCE_TAKEN);
    const found = transition(replaced, mined);
    expect(found).toMatchObject({ status: 'mined', inclusion: mined.inclusion });
    expect('endedAt' in found || 'replacedBy' in found).toBe(false);
    const day = RECHECK_REPLACED_FOR_MS;
    expect(isFollowed(replaced, new Date(NONCE_TAKEN.at.getTime() + day - 1))).toBe(true);
    expect(isFollowed(replaced, new Date(NONCE_TAKEN.at.getTime() + day))).toBe(false);
  });

  test('waits for the key and starts over when it arrives', () => {
    const waiting = transition(startOperation(buildDetails()), { type: 'locked' });
    expect(waiting.status).toBe('needs_unlock');
    expect(transition(waiting, { type: 'unlocked' }).status).toBe('created');
  });

  test('needs its wallet only before its proof', () => {
    const prepared = transition(startOperation(buildPrivateTransaction()), { type: 'prepared' });
    expect(canHappen(startOperation(buildPrivateTransaction()), { type: 'locked' })).toBe(true);
    expect(canHappen(prepared, { type: 'locked' })).toBe(false);
    expect(() => transition(prepared, { type: 'locked' })).toThrow(IllegalTransition);
  });

  test('has moved nothing when it failed, was reverted or was replaced', () => {
    const failed = { type: 'failed', reason: 'expired', at: later } as const;
    const inclusion = buildInclusion({ isSuccess: false });
    const reverted = transition(buildSigned(), { type: 'mined', inclusion });
    const ends = [
      transition(startOperation(buildDetails()), failed),
      transition(reverted, { type: 'finalized', at: later }),
      transition(buildSigned(), NONCE_TAKEN),
    ];
    expect(ends.map(({ status }) => status)).toEqual([...STATUSES_THAT_MOVED_NOTHING]);
    expect(ends.every(isWithoutEffect)).toBe(true);
    const confirmed = transition(transition(buildSigned(), mined), {
      type: 'finalized',
      at: later,
    });
    expect([buildSigned(), reverted, confirmed].some(isWithoutEffect)).toBe(false);
  });

  test('is cancelled only when a final block has its cancellation', () => {
    const cancelling = transition(buildSigned(), cancel);
    expect([isCancelling(cancelling), isCancelled(cancelling)]).toEqual([true, false]);
    const cancelled = transition(cancelling, CANCELLED);
    expect([isCancelling(cancelled), isCancelled(cancelled)]).toEqual([false, true]);
    expect(failureSentence(cancelled)).toMatch('You cancelled this payment. Nothing was sent.');
    expect(transactionHash(cancelled)).toBe(cancelled.signing.cancellation?.hash);
    const foreign = transition(cancelling, NONCE_TAKEN);
    expect(isCancelled(foreign)).toBe(false);
    expect(failureSentence(foreign)).toMatch('Another transaction from your address');
  });

  test.each([
    [
      expire,
      'This payment wasn’t confirmed within 24 hours, so we cancelled it. Nothing was sent.',
    ],
    [giveUp, 'We cancelled this payment before the network confirmed it. Nothing was sent.'],
  ])('that was not cancelled by its user ($0.reason) says so, whoever sends it', (event, words) => {
    for (const details of [buildDetails(), buildPrivateTransaction()]) {
      const cancelled = transition(transition(buildSigned(details), event), CANCELLED);
      expect(failureSentence(cancelled)).toBe(words);
      expect(isWithoutEffect(transition(buildSigned(details), event))).toBe(false);
    }
  });

  test('sends no rung from the request to cancel it on, even when its block disappears', () => {
    const cancelling = transition(transition(buildSigned(), tried), cancel);
    const tries: readonly OperationEvent[] = [
      tried,
      { ...tried, rung: 1 },
      speedUp,
      cancel,
      expire,
      giveUp,
    ];
    expect(tries.some((event) => canHappen(cancelling, event))).toBe(false);
    const reopened = transition(transition(cancelling, mined), { type: 'receipt-vanished' });
    expect(canHappen(reopened, tried)).toBe(false);
    expect(canHappen(reopened, { type: 'cancellation-tried', at: later })).toBe(true);
    expect(canHappen(buildSigned(), { type: 'cancellation-tried', at: later })).toBe(false);
  });

  test('that was mined after the request to cancel it was cancelled too late', () => {
    const confirmed = transition(transition(transition(buildSigned(), cancel), mined), {
      type: 'finalized',
      at: later,
    });
    expect(confirmed.status).toBe('confirmed');
    expect(isCancelledTooLate(confirmed)).toBe(true);
    expect(isCancelledTooLate(transition(buildSigned(), mined))).toBe(false);
    const expired = transition(transition(buildSigned(), expire), mined);
    expect(isCancelledTooLate(expired)).toBe(false);
  });

  test('cannot be cancelled without a cancellation, by the user of a broadcaster, or in a block', () => {
    const without = buildSigned({}, { ...buildSigning(), cancellation: null });
    const privateTransaction = buildSigned(buildPrivateTransaction());
    const inBlock = transition(buildSigned(), mined);
    for (const operation of [without, privateTransaction, inBlock]) {
      expect(canHappen(operation, cancel)).toBe(false);
    }
    for (const event of [expire, giveUp]) {
      expect([without, inBlock].some((operation) => canHappen(operation, event))).toBe(false);
      expect(canHappen(privateTransaction, event)).toBe(true);
    }
  });

  test('is sped up by one rung for each request, until none is left', () => {
    const atFirst = transition(buildSigned(), tried);
    const faster = transition(atFirst, speedUp);
    expect(faster.sending.leastRungs).toBe(2);
    expect(transition(buildSigned(), speedUp).sending.leastRungs).toBe(2);
    expect(canHappen(faster, speedUp)).toBe(false);
    const atSecond = transition(faster, { ...tried, rung: 1 });
    const fastest = transition(atSecond, speedUp);
    expect(fastest.sending.leastRungs).toBe(3);
    expect(canHappen(transition(fastest, { ...tried, rung: 2 }), speedUp)).toBe(false);
    const others = [transition(atFirst, mined), buildSigned(buildPrivateTransaction())];
    expect(others.some((operation) => canHappen(operation, speedUp))).toBe(false);
  });

  describe('that is private', () => {
    const sent = transition(buildSigned(buildPrivateTransaction()), tried);
    const failed = { ...mined, inclusion: buildInclusion({ isSuccess: false }) };

    test.each([
      ['waits for its block', sent, 0n],
      ['failed in its block', transition(sent, failed), 900n],
      ['was called replaced', transition(sent, NONCE_TAKEN), 0n],
      ['was called cancelled', transition(transition(sent, expire), CANCELLED), 0n],
    ])('is confirmed by a copy when it %s', (_what, operation, feePaid) => {
      const paid = transition(operation, PAID_BY_COPY);
      const { copy, at } = PAID_BY_COPY;
      expect(paid).toMatchObject({
        status: 'confirmed',
        inclusion: { ...copy, isSuccess: true, feePaid, arrived: null },
        endedAt: at,
      });
      expect([transactionHash(paid), isPaidByCopy(paid)]).toEqual([copy.transactionHash, true]);
      expect([isCancelled(paid), isWithoutEffect(paid)]).toEqual([false, false]);
      expect('replacedBy' in paid).toBe(false);
    });

    test.each([
      ['waits for its block', sent],
      ['failed in its block', transition(sent, failed)],
      ['was called replaced', transition(sent, NONCE_TAKEN)],
      ['was called cancelled', transition(transition(sent, expire), CANCELLED)],
    ])('is paid in part when it %s, and perhaps whole later', (_what, operation) => {
      const inPart = transition(operation, PAID_IN_PART);
      const { part, at } = PAID_IN_PART;
      expect(inPart).toMatchObject({ status: 'replaced', replacedBy: part, endedAt: at });
      expect([isPaidInPart(inPart), isCancelled(inPart)]).toEqual([true, false]);
      expect(transactionHash(inPart)).toBe(part.transactionHash);
      expect(failureSentence(inPart)).toMatch(/^Your private history shows which part arrived\./);
      // Its end is told once, and the day of looking again does not begin again.
      expect(canHappen(inPart, PAID_IN_PART)).toBe(false);
      const whole = transition(inPart, PAID_BY_COPY);
      expect([whole.status, isPaidInPart(whole)]).toEqual(['confirmed', false]);
      expect('isPaidInPart' in whole).toBe(false);
    });

    test('is not paid in part by what it signed itself, when a block has it, or when it is public', () => {
      const own = { ...PAID_IN_PART, part: { ...PAID_IN_PART.part, transactionHash: hashOf(100) } };
      expect(canHappen(sent, own)).toBe(false);
      expect(canHappen(transition(sent, mined), PAID_IN_PART)).toBe(false);
      expect(canHappen(buildSigned(), PAID_IN_PART)).toBe(false);
    });

    test('is not confirmed by a copy when a block has its own payment, or by what it signed itself', () => {
      for (const own of [transition(sent, mined), transition(transition(sent, mined), finalize)]) {
        expect(canHappen(own, PAID_BY_COPY)).toBe(false);
        expect(isPaidByCopy(own)).toBe(false);
      }
      for (const hash of [hashOf(100), hashOf(108)]) {
        const copy = { ...PAID_BY_COPY.copy, transactionHash: hash };
        expect(canHappen(sent, { ...PAID_BY_COPY, copy })).toBe(false);
      }
      expect(canHappen(buildSigned(), PAID_BY_COPY)).toBe(false);
    });
  });

  test('of the broadcaster gets a rung and a cancellation more when it is re-priced, and keeps its nonce', () => {
    const before = buildTriedPrivateTransaction();
    const { rung, cancellation, fees } = buildRepricing();
    const repriced = transition(before, buildRepricing());
    expect(repriced).toMatchObject({ ...fees, status: 'broadcast' });
    expect(repriced.signing).toEqual({
      ...before.signing,
      ladder: [...before.signing.ladder, rung],
      cancellation,
      earlierCancellations: [before.signing.cancellation],
    });
    expect(repriced.sending).toEqual({ ...before.sending, leastRungs: 4 });
    expect(isSpeedingUp(repriced)).toBe(false);
    // Not before the new rung was tried.
    expect(canHappen(repriced, buildRepricing(600))).toBe(false);
    const again = transition(repriced, { ...tried, rung: 3 });
    expect(transition(again, buildRepricing(600)).signing.ladder).toHaveLength(5);
  });

  test('is re-priced only for the broadcaster, in no block, with all rungs tried, and never for less', () => {
    const allTried = buildTriedPrivateTransaction();
    const { fees } = buildRepricing();
    const expired = new Date(START.getTime() + 24 * 60 * 60_000);
    const cheaper = { ...fees, feeCeiling: toBaseUnits(3_999n) };
    const oneLeft = [0, 1].reduce(
      (operation, rung) => transition(operation, { ...tried, rung }),
      buildSigned(buildPrivateTransaction()),
    );
    const ofUser = [0, 1, 2].reduce(
      (operation, rung) => transition(operation, { ...tried, rung }),
      buildSigned(),
    );
    for (const operation of [oneLeft, ofUser, transition(allTried, mined)]) {
      expect(canHappen(operation, buildRepricing())).toBe(false);
    }
    expect(canHappen(allTried, { ...buildRepricing(), rung: null })).toBe(false);
    expect(canHappen(allTried, { ...buildRepricing(), at: expired })).toBe(false);
    expect(canHappen(allTried, { ...buildRepricing(), fees: cheaper })).toBe(false);
  });

  test('is re-priced until it has 50 rungs, however long fees rise', () => {
    let operation = buildTriedPrivateTransaction();
    let count = 0;
    while (count < 100 && canHappen(operation, buildRepricing(1_000 + count * 10))) {
      operation = transition(operation, buildRepricing(1_000 + count * 10));
      operation = transition(operation, { ...tried, rung: operation.signing.ladder.length - 1 });
      count += 1;
    }
    expect(operation.signing.ladder).toHaveLength(50);
  });

  test('that is being cancelled gets only a dearer cancellation, once the one before was sent', () => {
    const dearer = { ...buildRepricing(), rung: null };
    const cancelling = transition(buildTriedPrivateTransaction(), expire);
    expect(canHappen(cancelling, dearer)).toBe(false);
    const at = new Date(later.getTime() + 1);
    const sent = transition(cancelling, { type: 'cancellation-tried', at });
    expect(canHappen(sent, buildRepricing())).toBe(false);
    const repriced = transition(sent, dearer);
    expect(repriced.signing.ladder).toBe(sent.signing.ladder);
    expect(cancellationsOf(repriced.signing)).toEqual([
      sent.signing.cancellation,
      dearer.cancellation,
    ]);
    expect(repriced.sending).toEqual({ ...sent.sending, lastTriedAt: null });
  });

  test('is cancelled by whichever of its cancellations a block has', () => {
    const repriced = transition(buildTriedPrivateTransaction(), buildRepricing());
    const cancelling = transition(repriced, expire);
    for (const hash of [hashOf(108), hashOf(508)]) {
      const by = { ...NONCE_TAKEN.by, transactionHash: hash };
      expect(isCancelled(transition(cancelling, { ...NONCE_TAKEN, by }))).toBe(true);
    }
    expect(isCancelled(transition(cancelling, NONCE_TAKEN))).toBe(false);
  });

  test('cannot fail once it is signed', () => {
    const failed = { type: 'failed', reason: 'expired', at: later } as const;
    expect(() => transition(buildSigned(), failed)).toThrow(IllegalTransition);
    expect(transition(startOperation(buildDetails()), failed).status).toBe('failed');
  });

  test('cannot skip a rung, nor be mined by a transaction that is not its own', () => {
    expect(() => transition(buildSigned(), { ...tried, rung: 1 })).toThrow(IllegalTransition);
    const foreign = buildInclusion({ transactionHash: hashOf(999) });
    expect(() => transition(buildSigned(), { type: 'mined', inclusion: foreign })).toThrow(
      IllegalTransition,
    );
  });

  test('has an approval only when it was signed with one, and only by a signed transaction', () => {
    const inclusion = buildInclusion({ transactionHash: hashOf(105) });
    const seen = { type: 'approval-seen', inclusion } as const;
    expect(() => transition(buildSigned(), seen)).toThrow(IllegalTransition);
    const shield = buildSigned(buildShield(), buildSigningWithApproval());
    const approved = transition(shield, seen);
    expect(approved.sending.approvedIn).toBe(inclusion);
    const vanished = transition(approved, { type: 'approval-seen', inclusion: null });
    expect(vanished.sending.approvedIn).toBeNull();
    expect(() =>
      transition(shield, { type: 'approval-seen', inclusion: buildInclusion() }),
    ).toThrow(IllegalTransition);
  });

  test('costs what the network charged for it and for its approval', () => {
    const shield = buildSigned(buildShield(), buildSigningWithApproval());
    const inclusion = buildInclusion({ transactionHash: hashOf(105), feePaid: toBaseUnits(50n) });
    const approved = transition(shield, { type: 'approval-seen', inclusion });
    expect(networkFeePaid(approved)).toBeNull();
    expect(networkFeePaid(transition(approved, mined))).toBe(950n);
  });

  test('that was proved keeps the broadcaster fee bound by the proof, and the fees of its signature', () => {
    const broadcasterFee = toBaseUnits(77n);
    const prepared = transition(startOperation(buildPrivateTransaction()), {
      type: 'prepared',
      broadcasterFee,
    });
    const fees = { estimatedFee: toBaseUnits(1n), feeCeiling: toBaseUnits(9n) };
    const privateTransaction = transition(prepared, {
      type: 'signed',
      signing: buildSigning(),
      fees,
    });
    expect(privateTransaction).toMatchObject({ ...fees, pool: { broadcasterFee } });
  });

  test('is known by the highest rung that was tried, then by the mined one', () => {
    const signed = buildSigned();
    expect(transactionHash(signed)).toBe(hashOf(100));
    const dearer = transition(transition(signed, tried), { ...tried, rung: 1 });
    expect(transactionHash(dearer)).toBe(hashOf(101));
    expect(transactionHash(transition(dearer, mined))).toBe(hashOf(100));
  });

  test('whatever happens: one nonce, one ladder, and a permanent end', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.constantFrom(...events), { maxLength: 30 }),
        (isPrivate, happenings) => {
          const details = isPrivate ? buildPrivateTransaction() : buildDetails();
          let operation: Operation = startOperation(details);
          for (const event of happenings) {
            const before = operation;
            const isPossible = canHappen(operation, event);
            try {
              operation = transition(operation, event);
              expect(isPossible).toBe(true);
            } catch (cause) {
              if (!(cause instanceof IllegalTransition)) throw cause;
              expect(isPossible).toBe(false);
            }
            const isTakenBack =
              before.status === 'replaced' &&
              (operation.status === 'mined' ||
                (isPrivate && operation.status === 'confirmed') ||
                (isPrivate && isPaidInPart(operation) && !isPaidInPart(before)));
            if (isTerminal(before) && !isTakenBack) expect(operation).toBe(before);
            if ('signing' in before && 'signing' in operation) {
              expect(operation.signing).toBe(before.signing);
            }
            expect(operation).toMatchObject(details);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('whatever happens to what the broadcaster sends: one nonce, and what was signed stays signed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 11 }), { maxLength: 40 }), (choices) => {
        let operation = buildSigned(buildPrivateTransaction());
        choices.forEach((choice, step) => {
          const before = operation;
          const { ladder } = before.signing;
          const at = new Date(START.getTime() + step * 1_000);
          const repricing = { ...buildRepricing(1_000 + step * 10), at };
          const possible: readonly OperationEvent[] = [
            ...ladder.map((_rung, rung) => ({ ...tried, rung, at })),
            repricing,
            { ...repricing, rung: null },
            { ...cancel, reason: 'operator', at },
            { type: 'cancellation-tried', at },
            {
              type: 'mined',
              inclusion: buildInclusion({ transactionHash: ladder.at(-1)?.hash ?? hashOf(0) }),
            },
            { type: 'receipt-vanished' },
          ];
          const event = possible[choice % possible.length];
          if (event === undefined || !canHappen(before, event)) return;
          operation = transition(before, event);
          expect(operation.signing.nonce).toBe(before.signing.nonce);
          expect(operation.signing.ladder.slice(0, ladder.length)).toEqual(ladder);
          expect(cancellationsOf(operation.signing)).toEqual(
            expect.arrayContaining([...cancellationsOf(before.signing)]),
          );
          expect(operation.feeCeiling).toBeGreaterThanOrEqual(before.feeCeiling);
        });
      }),
      { numRuns: 1_000 },
    );
  });
});
