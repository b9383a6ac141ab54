import { parseRequestCode } from '#domain/payment-request/payment-request';
import type { findClaim } from '#wire/wallet/find-claim';
import { type Handler, refuse } from '../../application/call.ts';
import { createLinkReads } from '../../application/link-reads.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { Claims } from '../../ports/claims.ts';
import type { PriceCache } from './balances/price-cache.ts';
import { type ClaimViewPorts, foundClaimView } from './claims/claim-view.ts';

export interface FindClaimPorts extends ClaimViewPorts {
  readonly claims: Pick<Claims, 'find' | 'markOpened'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

/**
 * Reads the payment of a link for anyone who has it, and what opens its wallet for no one. What can't be a code, belongs
 * to none, or was changed by something else gets the same response. Counted in memory: a stranger makes the database
 * write nothing, except once that the link was opened.
 */
export function createFindClaim(ports: FindClaimPorts): Handler<typeof findClaim> {
  const takeRead = createLinkReads();
  return async ({ body, client }) => {
    const now = ports.clock.now();
    const wait = takeRead(client.ip, now);
    if (wait > 0) return tooMany(wait, 'You’ve opened too many links.');
    const code = parseRequestCode(body.code);
    const claim = code === null ? null : await ports.claims.find(code);
    claim?.entropy.fill(0);
    const shown = claim && foundClaimView(ports, claim);
    if (!claim || !shown) return refuse('unknown-claim');
    if (claim.openedAt === null) await ports.claims.markOpened(claim.id, now);
    return { data: shown };
  };
}
