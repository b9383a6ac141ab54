import type { ClaimState } from '#domain/claim/claim';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import type { BadgeTone } from '../ui/badge.tsx';

/** What became of a payment by link, as a badge. */
export interface ClaimBadge {
  readonly tone: BadgeTone;
  readonly icon: 'done' | 'failed' | 'waiting' | 'hourglass' | 'returned';
  readonly text: string;
}

/** @returns the state of a payment by link for its sender */
export function claimBadge(claim: Pick<ClaimView, 'state' | 'end' | 'expiresAt'>): ClaimBadge {
  if (claim.state === 'returned' && isTakenBack(claim)) {
    return { ...BADGES.returned, text: t('Taken back') };
  }
  return BADGES[claim.state];
}

const BADGES: Readonly<Record<ClaimState, ClaimBadge>> = {
  sending: { tone: 'accent', icon: 'waiting', text: t('Pending') },
  failed: { tone: 'bad', icon: 'failed', text: t('Failed') },
  waiting: { tone: 'warn', icon: 'hourglass', text: t('Unclaimed') },
  claiming: { tone: 'accent', icon: 'waiting', text: t('Being claimed') },
  claimed: { tone: 'good', icon: 'done', text: t('Claimed') },
  expired: { tone: 'warn', icon: 'hourglass', text: t('Expired') },
  returning: { tone: 'accent', icon: 'waiting', text: t('Coming back') },
  returned: { tone: 'plain', icon: 'returned', text: t('Returned') },
};

/** @returns whether the sender took it back before its time was over */
export function isTakenBack({ end, expiresAt }: Pick<ClaimView, 'end' | 'expiresAt'>): boolean {
  return end !== null && Date.parse(end.at) < Date.parse(expiresAt);
}

/** @returns whether nothing can happen to a payment by link any more */
export function isClaimOver({ state }: Pick<ClaimView, 'state'>): boolean {
  return state === 'claimed' || state === 'returned' || state === 'failed';
}
