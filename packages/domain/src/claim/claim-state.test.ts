import { describe, expect, it } from 'vitest';
import { buildClaimTerms } from '#testing/claim';
import { OPERATION_STATUSES, type OperationStatus } from '../operation/operation.ts';
import { CLAIM_LASTS_MS, type ClaimState } from './claim.ts';
import { claimLink } from './claim-link.ts';
import { claimState, keepsClaim } from './claim-state.ts';

const terms = buildClaimTerms();
const before = new Date(terms.expiresAt.getTime() - 1);
const WITHOUT_EFFECT: readonly OperationStatus[] = ['failed', 'reverted', 'replaced'];

describe('the state of a payment by link', () => {
  it.each<[OperationStatus, ClaimState, ClaimState]>([
    ['created', 'sending', 'sending'],
    ['signed', 'sending', 'sending'],
    ['broadcast', 'sending', 'sending'],
    ['mined', 'waiting', 'expired'],
    ['confirmed', 'waiting', 'expired'],
    ['reverted', 'failed', 'failed'],
    ['failed', 'failed', 'failed'],
    ['replaced', 'failed', 'failed'],
  ])('while its payment is %s, is %s, and %s after 30 days', (funding, early, late) => {
    const record = { funding, end: null };
    expect(claimState(terms, record, before)).toBe(early);
    expect(claimState(terms, record, terms.expiresAt)).toBe(late);
  });

  it.each(OPERATION_STATUSES)(
    'is what its end does, whatever the time, when that is %s',
    (status) => {
      const stateAt = (isReturn: boolean, now: Date) =>
        claimState(terms, { funding: 'confirmed', end: { status, isReturn } }, now);
      if (WITHOUT_EFFECT.includes(status)) {
        expect([stateAt(true, before), stateAt(false, terms.expiresAt)]).toEqual([
          'waiting',
          'expired',
        ]);
        return;
      }
      const [claimed, returned] =
        status === 'confirmed' ? ['claimed', 'returned'] : ['claiming', 'returning'];
      for (const now of [before, terms.expiresAt]) {
        expect([stateAt(false, now), stateAt(true, now)]).toEqual([claimed, returned]);
      }
    },
  );

  it('is free for another end only when the last one moved nothing', () => {
    const free = OPERATION_STATUSES.filter((status) => !keepsClaim(status));
    expect(free.toSorted()).toEqual(WITHOUT_EFFECT.toSorted());
  });
});

it('a payment by link waits for 30 days', () => {
  expect(CLAIM_LASTS_MS).toBe(30 * 24 * 60 * 60_000);
});

it('a link shows its code as people read it', () => {
  expect(claimLink('https://kax.app', '7Q2MK9XD4TPA82WJ')).toBe(
    'https://kax.app/claim/7Q2M-K9XD-4TPA-82WJ',
  );
});
