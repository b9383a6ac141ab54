import { expect, test } from 'vitest';
import { type Operation, startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import {
  buildInclusion,
  buildPrivateTransaction,
  buildRepricing,
  buildSigned,
  buildSigning,
  buildTriedPrivateTransaction,
  START,
} from '#testing/operation';
import { nextStep } from './next-step.ts';
import { after, buildFound } from './situation.test-setup.ts';

const tried = { type: 'tried', rung: 0, at: START, isAccepted: true } as const;
const signed = buildSigned();
const broadcast = transition(signed, tried);
const climbed = [1, 2].reduce(
  (operation, rung) => transition(operation, { ...tried, rung }),
  broadcast,
);
const without = buildSigned({}, { ...buildSigning(), cancellation: null });
const cancel = { type: 'cancellation-requested', reason: 'user', at: START } as const;
const cancelling = transition(broadcast, cancel);
const cancellationTried = transition(cancelling, { type: 'cancellation-tried', at: after(5_000) });
const DAY_MS = 24 * 60 * 60_000;
const EXPIRY = ' It is cancelled at 2026-01-03 03:04:05 UTC if no block has it by then.';

test.each<[string, Operation, number, string]>([
  ['is sent', signed, 0, `A worker sends rung 1 at 03:04:06 UTC (in 1 s).${EXPIRY}`],
  ['climbs', broadcast, 0, `A worker sends rung 2 at 03:04:35 UTC (in 30 s).${EXPIRY}`],
  [
    'is sent again',
    climbed,
    0,
    `A worker sends every rung again at 03:04:35 UTC (in 30 s).${EXPIRY}`,
  ],
  ['is cancelled', cancelling, 0, 'A worker sends its cancellation at 03:04:06 UTC (in 1 s).'],
  [
    'is cancelled again',
    cancellationTried,
    0,
    'A worker sends its cancellation again at 03:04:40 UTC (in 35 s).',
  ],
  ['expires', broadcast, DAY_MS, 'A worker cancels it now: no block had it for 24 hours.'],
  [
    'is only looked for',
    without,
    DAY_MS,
    'A worker only looks for it now: it was signed without a cancellation.',
  ],
])('what Kax does next: it %s', (_what, operation, ms, sentence) => {
  const due = buildFound(operation, { dueAt: after(ms === 0 ? 1_000 : ms) });
  expect(nextStep(due, after(ms))).toBe(sentence);
});

test('what was re-priced is sent at once, the rung and the cancellation', () => {
  const tried = buildTriedPrivateTransaction();
  const repriced = transition(tried, buildRepricing());
  expect(nextStep(buildFound(repriced, { dueAt: after(1_000) }), START)).toContain(
    'A worker sends rung 4 at 03:04:06 UTC (in 1 s).',
  );
  const event = { ...cancel, reason: 'operator' } as const;
  const sent = transition(transition(tried, event), {
    type: 'cancellation-tried',
    at: after(500),
  });
  const dearer = transition(sent, { ...buildRepricing(), rung: null });
  expect(nextStep(buildFound(dearer, { dueAt: after(1_000) }), START)).toBe(
    'A worker sends its cancellation at 03:04:06 UTC (in 1 s).',
  );
});

test('what was cancelled before it was first sent sends no rung', () => {
  const early = transition(signed, cancel);
  expect(nextStep(buildFound(early, { dueAt: after(1_000) }), START)).toBe(
    'A worker sends its cancellation at 03:04:06 UTC (in 1 s).',
  );
});

test('what is mined waits for a final block', () => {
  const mined = transition(broadcast, { type: 'mined', inclusion: buildInclusion() });
  expect(nextStep(buildFound(mined), START)).toBe(
    'A worker checks at 03:04:06 UTC (in 1 s) whether its block is final.',
  );
});

test('what has been due for minutes says that no worker runs', () => {
  for (const operation of [broadcast, cancelling]) {
    expect(nextStep(buildFound(operation, { dueAt: START }), after(180_000))).toContain(
      'It has been due for 3 min: no worker is running',
    );
  }
});

test('what a worker has claimed says so', () => {
  expect(nextStep(buildFound(broadcast, { dueAt: after(55_000) }), START)).toContain(
    'A worker has it now.',
  );
});

test('what is not signed names the process that continues', () => {
  const created = startOperation(buildPrivateTransaction());
  expect(nextStep(buildFound(created), START)).toContain('The shielded worker proves it.');
  const prepared = transition(created, { type: 'prepared' });
  expect(nextStep(buildFound(prepared), START)).toContain(
    'with the broadcaster’s account at 03:04:06',
  );
});
