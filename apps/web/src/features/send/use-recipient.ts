import type { Coin } from '#wire/wallet/coin';
import { ApiFailure } from '../../lib/api-result.ts';
import { type RecipientFacts, useRecipientFacts } from '../../money-form/api/recipient-facts.ts';
import { readRecipient } from '../../money-form/recipient-entry.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

export type KnownRecipient =
  | { readonly at: 'empty' }
  | { readonly at: 'wrong'; readonly problem: string }
  | { readonly at: 'checking' }
  /** The server could not be reached; the address may be valid. */
  | { readonly at: 'unread'; readonly problem: string }
  | { readonly at: 'known'; readonly facts: RecipientFacts };

const REQUEST_AFTER_MS = 300;

/** Checks the recipient while it is typed: the format locally, the rest on the server. */
export function useRecipient(text: string, coin: Coin, coins: readonly Coin[]): KnownRecipient {
  const read = readRecipient(text, coin, coins);
  const shaped = read.at === 'shaped' ? read.address : null;
  const settled = useDebounced(shaped, REQUEST_AFTER_MS);
  const isSettled = shaped === settled;
  const { data, error } = useRecipientFacts(coin.id, isSettled ? settled : null);

  if (read.at !== 'shaped') return read;
  if (!isSettled) return { at: 'checking' };
  if (error) return { at: isRefusal(error) ? 'wrong' : 'unread', problem: error.message };
  return data ? { at: 'known', facts: data } : { at: 'checking' };
}

function isRefusal(error: Error): boolean {
  return error instanceof ApiFailure && error.error.code.startsWith('recipient-');
}
