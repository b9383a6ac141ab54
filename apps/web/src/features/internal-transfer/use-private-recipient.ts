import {
  type CheckedRecipient,
  RECIPIENT_LOOKUP_DELAY_MS,
  refusedRecipient,
} from '../../money-form/checked-recipient.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { usePrivateRecipient } from './api/quote-internal-transfer.ts';

/** Checks the private address while it is typed. The server verifies its checksum and network. */
export function useRecipientOfTransfer(text: string, tokenId: string): CheckedRecipient {
  const typed = text === '' ? null : text;
  const settled = useDebounced(typed, RECIPIENT_LOOKUP_DELAY_MS);
  const { isSuccess, error } = usePrivateRecipient(tokenId, typed === settled ? settled : null);

  if (typed === null) return { at: 'empty' };
  if (typed !== settled) return { at: 'checking' };
  if (error) return refusedRecipient(error);
  return isSuccess ? { at: 'known', address: typed, isOwn: false } : { at: 'checking' };
}
