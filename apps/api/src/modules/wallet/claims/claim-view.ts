import type { ClaimState } from '#domain/claim/claim';
import { claimState } from '#domain/claim/claim-state';
import type { Network } from '#domain/network/network';
import type { ClaimView } from '#wire/wallet/claim';
import type { FoundClaim } from '#wire/wallet/find-claim';
import type { OwnClaim, StoredClaim } from '../../../ports/claims.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PriceCache } from '../balances/price-cache.ts';
import { coinView } from '../payments/coin-view.ts';
import { findToken } from '../payments/parse-payment.ts';

export interface ClaimViewPorts {
  readonly networks: readonly Network[];
  readonly clock: Pick<Clock, 'now'>;
}

/** What the sender and the recipient both see. */
function claimedPayment(
  { networks, clock }: ClaimViewPorts,
  { terms, record }: StoredClaim,
): Omit<FoundClaim, 'senderName' | 'tokenAddress' | 'priceUsd'> | null {
  const place = findToken(networks, terms.tokenId);
  if (place === null) return null;
  return {
    state: claimState(terms, record, clock.now()),
    balance: terms.balance,
    ...coinView(place),
    amount: terms.units.toString(),
    recipient: terms.recipient,
    message: terms.message,
    createdAt: terms.createdAt.toISOString(),
    expiresAt: terms.expiresAt.toISOString(),
  };
}

/** @returns a claim as its sender sees it; null when its coin is no longer configured */
export function ownClaimView(ports: ClaimViewPorts, claim: OwnClaim): ClaimView | null {
  const shown = claimedPayment(ports, claim);
  const place = findToken(ports.networks, claim.terms.tokenId);
  if (shown === null || place === null) return null;
  const feeToken = claim.terms.balance === 'public' ? place.feeToken : place.token;
  const { id, code, terms, funding, endedIn } = claim;
  return {
    ...{ id, code, ...shown, number: terms.number, address: terms.address },
    operationId: funding.operationId,
    transactionHash: funding.transactionHash,
    feePaid: funding.feePaid?.toString() ?? null,
    feeSetAside: terms.setAside.toString(),
    feeSymbol: feeToken.symbol,
    feeDecimals: feeToken.decimals,
    notifiedAt: isHeld(shown.state) ? null : (claim.notifiedAt?.toISOString() ?? null),
    reminders: claim.reminders,
    remindedAt: claim.remindedAt?.toISOString() ?? null,
    openedAt: claim.openedAt?.toISOString() ?? null,
    end: endedIn && { transactionHash: endedIn.transactionHash, at: endedIn.at.toISOString() },
  };
}

/** The first message waits in the outbox for its money, and goes nowhere where that never arrives. */
function isHeld(state: ClaimState): boolean {
  return state === 'sending' || state === 'failed';
}

/** @returns a claim as whoever opens its link sees it; null when its coin is no longer configured */
export function foundClaimView(
  ports: ClaimViewPorts & { readonly prices: Pick<PriceCache, 'priceOf'> },
  claim: StoredClaim,
): FoundClaim | null {
  const shown = claimedPayment(ports, claim);
  const token = findToken(ports.networks, claim.terms.tokenId)?.token;
  if (shown === null || token === undefined) return null;
  return {
    ...shown,
    senderName: claim.terms.senderName,
    tokenAddress: token.address,
    priceUsd: ports.prices.priceOf(token.id).price,
  };
}
