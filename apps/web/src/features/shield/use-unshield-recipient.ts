import { isSameAddress } from '#domain/address/parse-public-address';
import type { Coin } from '#wire/wallet/coin';
import {
  type CheckedRecipient,
  RECIPIENT_LOOKUP_DELAY_MS,
  refusedRecipient,
} from '../../money-form/checked-recipient.ts';
import { readRecipient } from '../../money-form/recipient-entry.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useUnshieldRecipient } from './api/quote-unshield.ts';

interface UnshieldTo {
  readonly text: string;
  readonly coin: Coin;
  readonly coins: readonly Coin[];
  /** The user's own public address; it needs no check. */
  readonly ownAddress: string;
}

/** Checks the public address while it is typed: the format locally, the rest on the server. */
export function useRecipientOfUnshield({
  text,
  coin,
  coins,
  ownAddress,
}: UnshieldTo): CheckedRecipient {
  const isOwn = isSameAddress(text, ownAddress);
  const read = readRecipient(text, coin, coins);
  const shaped = read.at === 'shaped' && !isOwn ? read.address : null;
  const settled = useDebounced(shaped, RECIPIENT_LOOKUP_DELAY_MS);
  const { isSuccess, error } = useUnshieldRecipient(coin.id, shaped === settled ? settled : null);

  if (isOwn && text !== '') return { at: 'known', address: ownAddress, isOwn: true };
  if (read.at !== 'shaped') return read;
  if (shaped !== settled) return { at: 'checking' };
  if (error) return refusedRecipient(error);
  return isSuccess ? { at: 'known', address: read.address, isOwn: false } : { at: 'checking' };
}
