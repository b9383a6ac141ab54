import type { claims } from '#wire/wallet/claims';
import { type Handler, refuse } from '../../application/call.ts';
import { type AnnouncePorts, announceUnannounced } from './claims/announce-unannounced.ts';
import { type ClaimViewPorts, ownClaimView } from './claims/claim-view.ts';
import { listOwnClaims, type OwnClaimsPorts } from './claims/own-claims.ts';

export type ClaimsPorts = OwnClaimsPorts & ClaimViewPorts & AnnouncePorts;

/** Returns the user's own payments by link, newest first. */
export function createClaims(ports: ClaimsPorts): Handler<typeof claims> {
  return async ({ session }) => {
    const listed = await listOwnClaims(ports, session);
    if (!listed.ok) return refuse('unauthorized');
    await announceUnannounced(ports, listed.value);
    return { data: listed.value.flatMap((each) => ownClaimView(ports, each) ?? []) };
  };
}
