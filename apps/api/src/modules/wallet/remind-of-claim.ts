import { MOST_REMINDERS } from '#domain/claim/claim';
import { claimState } from '#domain/claim/claim-state';
import type { remindOfClaim } from '#wire/wallet/remind-of-claim';
import { type Handler, refuse } from '../../application/call.ts';
import type { ClaimMessages } from '../../ports/claim-messages.ts';
import { type ClaimViewPorts, ownClaimView } from './claims/claim-view.ts';
import { findOwnClaim, type OwnClaimsPorts } from './claims/own-claims.ts';

export interface RemindOfClaimPorts extends OwnClaimsPorts, ClaimViewPorts {
  readonly claimMessages: Pick<ClaimMessages, 'remind'>;
}

/** Sends the link of a payment that waits to its recipient again. */
export function createRemindOfClaim(ports: RemindOfClaimPorts): Handler<typeof remindOfClaim> {
  return async ({ params, session }) => {
    const claim = await findOwnClaim(ports, session, params.id);
    if ('refused' in claim) return claim;
    const state = claimState(claim.terms, claim.record, ports.clock.now());
    if (state === 'sending') return refuse('claim-not-ready');
    if (state !== 'waiting') return refuse('claim-over');
    if (claim.reminders >= MOST_REMINDERS) return refuse('reminded-already', { sentence: NO_MORE });
    if (!(await ports.claimMessages.remind(claim))) return refuse('reminded-already');
    const reminded = await findOwnClaim(ports, session, params.id);
    if ('refused' in reminded) return reminded;
    const view = ownClaimView(ports, reminded);
    return view === null ? refuse('unknown-claim') : { data: view };
  };
}

const NO_MORE = `You’ve sent ${MOST_REMINDERS} reminders, which is the most. Share the link yourself instead.`;
