import type { Coin } from '#wire/wallet/coin';
import { useClaimQuote } from '../../claims/api/quote-claim.ts';
import type { SendState } from './send-flow.ts';
import type { PrivateOption } from './use-visibility.ts';

/**
 * The private balance for a payment by link that is reviewed.
 * @returns what goes on with it in another form; null where it doesn't suffice, and once the payment may have been made
 */
export function usePrivateLink(
  state: SendState,
  coin: Coin,
  option: PrivateOption | undefined,
): (() => void) | null {
  const reviewed = state.at === 'review' && state.attempt.at === 'idle' ? state : null;
  const linkTo = reviewed?.draft.linkTo ?? null;
  const canBePrivate = option !== undefined && coin.isShieldable;
  const { data } = useClaimQuote({
    tokenId: coin.id,
    amount: null,
    balance: 'private',
    isWanted: canBePrivate && linkTo !== null,
  });
  if (!canBePrivate || reviewed === null || linkTo === null || data === undefined) return null;
  const { units, draft } = reviewed;
  if (BigInt(data.maxAmount) < units) return null;
  return () => option.handOverLink({ coin, units, link: { to: linkTo, message: draft.message } });
}
