import { expect, test } from 'vitest';
import { transition } from '#domain/operation/transition';
import { buildInclusion, buildSigned, START } from '#testing/operation';
import { msUntilNextLook } from './advance-claims.ts';
import { LONGEST_WAIT_MS, msUntilClaimEnds } from './claim-end.ts';

const signed = buildSigned();
const broadcast = transition(signed, { type: 'tried', rung: 0, at: START, isAccepted: true });
const mined = transition(broadcast, { type: 'mined', inclusion: buildInclusion() });
const cancelling = transition(broadcast, {
  type: 'cancellation-requested',
  reason: 'operator',
  at: START,
});

test('no worker plans its next look further ahead, however old an operation is', () => {
  const ages = [0, 60_000, 3_600_000, 10 ** 9].map((ms) => new Date(START.getTime() + ms));
  const waits = [signed, broadcast, mined, cancelling].flatMap((operation) =>
    ages.map((now) => msUntilNextLook(operation, now)),
  );
  expect(Math.max(...waits)).toBeLessThanOrEqual(LONGEST_WAIT_MS);
});

test('what is due further ahead is claimed, until the part of the claim in which nothing begins', () => {
  const dueIn = (ms: number) => new Date(START.getTime() + ms);
  expect(msUntilClaimEnds(dueIn(60_000), START)).toBe(30_000);
  expect(msUntilClaimEnds(dueIn(LONGEST_WAIT_MS), START)).toBeNull();
  expect(msUntilClaimEnds(dueIn(-1), START)).toBeNull();
});
