import type { OwnerRequest } from '#signing/messages/protocol';
import type { ListedWrap } from '../api/owner-wraps.ts';

/** What a dialog about the keys is for. */
export type KeysDialog =
  | { readonly name: OwnerRequest['kind'] | 'delete' }
  | { readonly name: 'rename' | 'remove'; readonly wrap: ListedWrap };
