import { isRefusal } from './recipient-query.ts';

/** The state of the recipient field. */
export type CheckedRecipient =
  | { readonly at: 'empty' }
  | { readonly at: 'wrong'; readonly problem: string }
  | { readonly at: 'checking' }
  /** The server could not check the address, which may be valid. */
  | { readonly at: 'unread'; readonly problem: string }
  | { readonly at: 'known'; readonly address: string; readonly isOwn: boolean };

/** How long an address must stay unchanged before the server checks it. */
export const RECIPIENT_LOOKUP_DELAY_MS = 300;

/** @returns what a failed check says about an address: it is wrong only when the server rejected it. */
export function refusedRecipient(error: Error): CheckedRecipient {
  return { at: isRefusal(error) ? 'wrong' : 'unread', problem: error.message };
}
