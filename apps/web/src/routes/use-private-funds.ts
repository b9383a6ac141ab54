import { digitsToBaseUnits } from '#domain/amount/base-units';
import { usePrivateCoins } from '../features/coins/api/private-coins.ts';
import { privateCoinsView } from '../features/coins/coins-view.ts';
import { useInternalTransferQuote } from '../features/internal-transfer/api/quote-internal-transfer.ts';
import type { PrivateFunds } from '../features/send/private-funds.ts';

/**
 * What the private balance of a coin could pay, for a form that pays from the public one.
 * @param tokenId null reads nothing
 */
export function usePrivateFunds(tokenId: string | null): PrivateFunds {
  const isWanted = tokenId !== null;
  const { data, error, dataUpdatedAt } = usePrivateCoins(isWanted);
  const wanted = { tokenId: tokenId ?? '', amount: null, messageBytes: 0, isWanted };
  const quote = useInternalTransferQuote(wanted);
  if (!isWanted) return { at: 'unavailable' };
  const view = privateCoinsView({ data, error, dataUpdatedAt });
  if (view.at === 'loading') return { at: 'checking' };
  if (view.at === 'failed' || quote.isError) return { at: 'unavailable' };
  const coin = view.coins.find(({ id }) => id === tokenId);
  const balance = digitsToBaseUnits(coin?.availableBaseUnits ?? '0');
  if (balance === 0n) return { at: 'known', balance, most: balance };
  if (quote.data === undefined) return { at: 'checking' };
  return { at: 'known', balance, most: digitsToBaseUnits(quote.data.maxAmount) };
}
