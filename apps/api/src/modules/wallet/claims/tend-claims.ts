import { claimState } from '#domain/claim/claim-state';
import type { continueOperations } from '#wire/wallet/continue-operations';
import type { CallSession, Handler } from '../../../application/call.ts';
import type { OwnClaim } from '../../../ports/claims.ts';
import { ChainUnavailable } from '../../../ports/public-chain.ts';
import { type AnnouncePorts, announceUnannounced } from './announce-unannounced.ts';
import { listOwnClaims, type OwnClaimsPorts } from './own-claims.ts';
import { createReturnClaim, type ReturnClaim, type ReturnClaimPorts } from './return-claim.ts';

export interface TendClaimsPorts extends OwnClaimsPorts, ReturnClaimPorts, AnnouncePorts {
  readonly vault: OwnClaimsPorts['vault'] & ReturnClaimPorts['vault'];
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** Others come with a later request. */
const MOST_RETURNED = 3;
const MOST_TRIED = 10;

/**
 * Adds to a call what a sender's session makes possible: what no one claimed in time is returned, and links that were
 * not handed to the outbox yet are. Nothing of that fails the call: the next one repeats it.
 */
export function tendClaimsAfter(
  ports: TendClaimsPorts,
  handler: Handler<typeof continueOperations>,
): Handler<typeof continueOperations> {
  const returnClaim = createReturnClaim(ports);
  return async (call) => {
    const response = await handler(call);
    await tendClaims(ports, returnClaim, call.session).catch((cause: unknown) => {
      if (cause instanceof ChainUnavailable) return;
      ports.report({ message: 'Payments by link could not be tended.', cause });
    });
    return response;
  };
}

async function tendClaims(
  ports: TendClaimsPorts,
  returnClaim: ReturnClaim,
  session: CallSession,
): Promise<void> {
  const listed = await listOwnClaims(ports, session);
  if (!listed.ok) return;
  await announceUnannounced(ports, listed.value);
  const now = ports.clock.now();
  const expired = listed.value.filter(
    (claim) => claimState(claim.terms, claim.record, now) === 'expired' || isLocked(claim),
  );
  let returned = 0;
  for (const claim of expired.slice(0, MOST_TRIED)) {
    const outcome = await returnClaim(claim, { session, idempotencyKey: returnKey(claim, now) });
    if (!('refused' in outcome)) returned += 1;
    if (returned === MOST_RETURNED) return;
  }
}

/** What was sealed for an earlier run of the process that proves is sealed again by a repeat, a claim too. */
function isLocked({ record: { end } }: OwnClaim): boolean {
  return end?.status === 'needs_unlock';
}

/** The key of no other request: users send none with a space. One that moved nothing is tried again the next day. */
function returnKey({ id }: OwnClaim, now: Date): string {
  return `claim-return ${id} ${now.toISOString().slice(0, 10)}`;
}
