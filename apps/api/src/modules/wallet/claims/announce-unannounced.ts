import { claimState } from '#domain/claim/claim-state';
import type { ClaimMessages } from '../../../ports/claim-messages.ts';
import type { OwnClaim } from '../../../ports/claims.ts';
import type { Clock } from '../../../ports/clock.ts';

export interface AnnouncePorts {
  readonly claimMessages: Pick<ClaimMessages, 'announce'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Hands the links of payments to the outbox whose sender had no chance to, such as after a crash. */
export async function announceUnannounced(
  { claimMessages, clock }: AnnouncePorts,
  claims: readonly OwnClaim[],
): Promise<void> {
  for (const claim of claims) {
    const state = claimState(claim.terms, claim.record, clock.now());
    const isComing = state === 'sending' || state === 'waiting';
    if (claim.notifiedAt === null && isComing) await claimMessages.announce(claim);
  }
}
