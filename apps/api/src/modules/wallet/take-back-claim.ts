import type { takeBackClaim } from '#wire/wallet/take-back-claim';
import { type Handler, refuse } from '../../application/call.ts';
import { type ClaimViewPorts, ownClaimView } from './claims/claim-view.ts';
import { findOwnClaim, type OwnClaimsPorts } from './claims/own-claims.ts';
import { createReturnClaim, type ReturnClaimPorts } from './claims/return-claim.ts';
import { operationView } from './payments/operation-view.ts';

export type TakeBackClaimPorts = ReturnClaimPorts & OwnClaimsPorts & ClaimViewPorts;

/** Moves the money of a payment by link back to its sender, whether it has expired or not. */
export function createTakeBackClaim(ports: TakeBackClaimPorts): Handler<typeof takeBackClaim> {
  const returnClaim = createReturnClaim(ports);
  return async ({ params, session, idempotencyKey }) => {
    const claim = await findOwnClaim(ports, session, params.id);
    if ('refused' in claim) return claim;
    const operation = await returnClaim(claim, { session, idempotencyKey });
    if ('refused' in operation) return operation;
    const taken = await findOwnClaim(ports, session, params.id);
    const view = 'refused' in taken ? null : ownClaimView(ports, taken);
    if (view === null) return refuse('unknown-claim');
    const observed = { operation, heads: null, progress: null };
    return { data: view, operation: operationView(observed, ports.networks) };
  };
}
