import { isRefusal } from './recipient-query.ts';

/** All that is known of a typed recipient. */
export type CheckedRecipient =
  | { readonly at: 'empty' }
  | { readonly at: 'wrong'; readonly problem: string }
  | { readonly at: 'checking' }
  /** The server could not be reached; the address may be right. */
  | { readonly at: 'unread'; readonly problem: string }
  | { readonly at: 'known'; readonly address: string; readonly isOwn: boolean };

/** How long an address stays unchanged before the server checks it. */
export const RECIPIENT_LOOKUP_DELAY_MS = 300;

/** @returns what a refused request says of an address: only the server's own judgement makes it wrong. */
export function refusedRecipient(error: Error): CheckedRecipient {
  return { at: isRefusal(error) ? 'wrong' : 'unread', problem: error.message };
}
