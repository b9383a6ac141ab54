import type { ClaimView } from '#wire/wallet/claim';
import { isTakenBack } from '../../../claims/claim-badge.ts';
import { claimEntryId } from '../claim-entry.ts';
import type { ClaimItem, ClaimMoment } from './inbox-item.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const UNCLAIMED_AFTER_MS = 7 * DAY_MS;
/** How long before it comes back the sender hears of it once more. */
const ENDING_BEFORE_MS = 3 * DAY_MS;

/** @returns what is to be said of each payment by link: one item at most */
export function claimItems(claims: readonly ClaimView[], now: number): readonly ClaimItem[] {
  return claims.flatMap((claim): readonly ClaimItem[] => {
    const moment = momentOf(claim, now);
    if (moment === null) return [];
    const id = `${claimEntryId(claim)} ${moment}`;
    return [{ kind: 'claim', id, topic: 'links', claim, moment, at: timeOf(claim, moment) }];
  });
}

/** Null while there is nothing to say, and for what its sender did themselves. */
function momentOf(claim: ClaimView, now: number): ClaimMoment | null {
  switch (claim.state) {
    case 'waiting':
      if (now >= timeOf(claim, 'ending')) return 'ending';
      return now >= timeOf(claim, 'unclaimed') ? 'unclaimed' : null;
    case 'returned':
      return isTakenBack(claim) ? null : 'returned';
    case 'expired':
    case 'claimed':
    case 'failed':
      return claim.state;
    case 'sending':
    case 'claiming':
    case 'returning':
      return null;
  }
}

function timeOf({ createdAt, expiresAt, end }: ClaimView, moment: ClaimMoment): number {
  const created = Date.parse(createdAt);
  const expires = Date.parse(expiresAt);
  switch (moment) {
    case 'unclaimed':
      return created + UNCLAIMED_AFTER_MS;
    case 'ending':
      return expires - ENDING_BEFORE_MS;
    case 'expired':
      return expires;
    case 'claimed':
    case 'returned':
      return end === null ? expires : Date.parse(end.at);
    case 'failed':
      return created;
  }
}
