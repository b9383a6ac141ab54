import { describe, expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { isSent, type SignedOperation, startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import {
  buildInclusion,
  buildPrivateTransaction,
  buildSigned,
  buildSigning,
  buildSigningWithApproval,
  CANCELLED,
  hashOf,
  NONCE_TAKEN,
  PAID_BY_COPY,
  PAID_IN_PART,
  START,
  uuidOf,
} from '#testing/operation';
import { after, buildFound, buildSituation } from './situation.test-setup.ts';
import { whyOpen } from './why-open.ts';

const signed = buildSigned();
const tried = { type: 'tried', rung: 0, at: START, isAccepted: true } as const;
const broadcast = transition(signed, tried);
const created = startOperation(buildPrivateTransaction());
const prepared = transition(created, { type: 'prepared' });
const mined = transition(broadcast, { type: 'mined', inclusion: buildInclusion() });
const cancel = { type: 'cancellation-requested', reason: 'operator', at: START } as const;
const later = { now: after(240_000) };

describe('a payment is open because', () => {
  test('no block has it yet, and how many rungs were sent', () => {
    expect(why(broadcast, later)).toBe('Waiting for a block for 4 min; rung 1 of 3 sent.');
    expect(why(signed, later)).toBe('Signed 4 min ago, not sent yet.');
  });

  test('the network charges more than its highest rung pays', () => {
    const dear = { ...later, pricePerGas: 90n * 10n ** 9n };
    expect(why(broadcast, dear)).toBe(
      'Waiting for a block for 4 min; rung 1 of 3 sent. The network charges 90 gwei, and its highest rung pays 60 gwei.',
    );
    expect(why(transition(broadcast, cancel), dear)).toContain(
      'and its cancellation pays 60 gwei.',
    );
  });

  test('another one of its account is before it, the lowest nonce first', () => {
    const own = buildSigned({ id: uuidOf(9) }, buildSigning(14));
    const lane = [12, 13].map((nonce) => buildSigned({ id: uuidOf(nonce) }, buildSigning(nonce)));
    const account = { nextNonce: 12, balance: toBaseUnits(0n) };
    expect(why(own, { lane: lane.filter(isSent), account })).toContain(
      `Behind nonce 12 of the same account, which is operation ${uuidOf(12)}.`,
    );
  });

  test('no transaction has the nonce before it', () => {
    const own = buildSigned({}, buildSigning(12));
    const gap = { account: { nextNonce: 11, balance: toBaseUnits(0n) } };
    expect(why(own, gap)).toContain(
      'Nonce gap: no transaction has nonce 11. It is filled when its user has Kax open.',
    );
    const ofBroadcaster = buildSigned(buildPrivateTransaction(), buildSigning(12));
    expect(why(ofBroadcaster, gap)).toContain('The next private payment fills it.');
  });

  test('the nonce before it was missing and is being filled', () => {
    const own = buildSigned({ id: uuidOf(9) }, buildSigning(12));
    const fill = buildSigned({ id: uuidOf(11), kind: 'nonce-fill' }, buildSigning(11));
    const account = { nextNonce: 11, balance: toBaseUnits(0n) };
    expect(why(own, { lane: [fill].filter(isSent), account })).toContain(
      `Behind nonce 11 of the same account, which is operation ${uuidOf(11)} and fills a nonce gap.`,
    );
  });

  test('its approval comes first, which is no gap', () => {
    const own = buildSigned({}, buildSigningWithApproval(1));
    expect(why(own, {})).toBe('Signed 0 s ago, not sent yet.');
    const isApproved = { account: { nextNonce: 1, balance: toBaseUnits(10n ** 18n) } };
    expect(why(own, isApproved)).toBe('Signed 0 s ago, not sent yet.');
  });

  test('its nonce is used, and no final block shows by which transaction', () => {
    const used = { account: { nextNonce: 1, balance: toBaseUnits(0n) } };
    expect(why(broadcast, used)).toContain('Nonce 0 is used: a final block has to show by which');
    const sent = buildSigned(buildPrivateTransaction());
    expect(why(sent, used)).toContain('by which transaction, and the pool whether a copy paid it.');
  });

  test('its account has too little for the fee, without saying how much', () => {
    const poor = { account: { nextNonce: 0, balance: toBaseUnits(4_999n) } };
    expect(why(broadcast, poor)).toContain('The account has too little POL for it.');
    expect(why(buildSigned(buildPrivateTransaction()), poor)).toContain(
      'Waiting for funds of the broadcaster: it has 0 POL, and this needs 0.000001 POL.',
    );
  });

  test('no node accepted it, or none responds', () => {
    const refused = transition(signed, { ...tried, isAccepted: false });
    expect(why(refused, {})).toContain('No node is known to have accepted it.');
    expect(why(broadcast, { account: null })).toContain('No node of Polygon responds.');
  });

  test.each([
    ['user', 'requested by its user'],
    ['expired', 'no block had it for 24 hours'],
    ['operator', 'requested by an operator'],
  ] as const)('it is being cancelled (%s)', (reason, words) => {
    expect(why(transition(broadcast, { ...cancel, reason }), {})).toBe(
      `Being cancelled since 03:04:05 UTC, ${words}.`,
    );
  });

  test('its block is not final, and how many confirmations it has', () => {
    expect(why(mined, {})).toBe('In block 10, 3 of 12 confirmations.');
    expect(why(mined, { latestBlock: null })).toBe('In block 10. No node of Polygon responds.');
  });

  test('its proof is missing, or its user, or a signature', () => {
    const waiting = { place: 2, share: null, sendWindow: null };
    expect(whyOpen(buildFound(created, { progress: waiting }), buildSituation())).toBe(
      'Waiting for its proof, with 2 before it in the queue.',
    );
    const proving = { place: null, share: 0.4, sendWindow: null };
    expect(whyOpen(buildFound(created, { progress: proving }), buildSituation())).toBe(
      'Its proof is being computed.',
    );
    expect(why(transition(created, { type: 'locked' }), {})).toContain('its user to sign in');
    expect(why(prepared, {})).toBe('Proved, waiting for a worker to sign it.');
    const later = { place: null, share: 1, sendWindow: { from: START, to: after(60_000) } };
    expect(whyOpen(buildFound(prepared, { progress: later }), buildSituation())).toContain(
      'random moment',
    );
  });

  test('the broadcaster has no money for it', () => {
    const empty = { account: { nextNonce: 0, balance: toBaseUnits(0n) } };
    expect(why(prepared, empty)).toBe(
      'Waiting for funds of the broadcaster: it has 0 POL, and this may cost up to 0.000001 POL.',
    );
  });
});

const unrecorded = buildInclusion({ transactionHash: hashOf(7) });

test.each([
  [transition(mined, { type: 'finalized', at: START }), 'Confirmed in final block 10.'],
  [
    transition(buildSigned(buildPrivateTransaction()), PAID_BY_COPY),
    `Confirmed in final block 11 by a copy that someone else sent: ${PAID_BY_COPY.copy.transactionHash}.`,
  ],
  [
    transition(broadcast, { type: 'mined-unrecorded', inclusion: unrecorded, at: START }),
    `Confirmed in final block 10 by a transaction of its account that does the same and is not in its records: ${unrecorded.transactionHash}.`,
  ],
  [
    transition(buildSigned(buildPrivateTransaction()), PAID_IN_PART),
    `Paid in part: someone else sent some of its proofs alone, the last of them in ${PAID_IN_PART.part.transactionHash}.`,
  ],
  [transition(broadcast, NONCE_TAKEN), 'Replaced: a final block has another transaction'],
  [transition(transition(broadcast, cancel), CANCELLED), 'because an operator requested it.'],
  [transition(created, { type: 'failed', reason: 'expired', at: START }), '(expired)'],
] as const)('an operation that ended says how ($1)', (operation, words) => {
  expect(whyOpen(buildFound(operation), buildSituation())).toContain(words);
});

test('one that failed in its block waits for what the pool shows when it is private', () => {
  const failed = { type: 'mined', inclusion: buildInclusion({ isSuccess: false }) } as const;
  const own = transition(buildSigned(buildPrivateTransaction()), failed);
  expect(why(own, {})).toContain('It failed there: the pool has to show whether a copy paid it.');
  expect(why(transition(broadcast, failed), {})).not.toContain('pool');
});

test('no sentence contains an amount or a recipient', () => {
  const sentences = [signed, broadcast, mined, prepared].map((each) =>
    whyOpen(buildFound(each), buildSituation()),
  );
  expect(sentences.join(' ')).not.toMatch(/25|0x/);
});

function why(
  operation: SignedOperation | typeof created,
  more: Parameters<typeof buildSituation>[0],
) {
  return whyOpen(buildFound(operation), buildSituation(more));
}
