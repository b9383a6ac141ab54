import type pg from 'pg';
import type { AccountVerifier, ContactChangeVerifier } from '../../../ports/account-signatures.ts';
import type { ContactChangeView } from '../../../ports/contact-changes.ts';
import type { RowAs, RowOf } from '../connection/row-of.ts';
import { readFirst, statement } from '../connection/statement.ts';
import type { contactChanges } from '../schema/security.ts';
import { ACCOUNT, type AccountRow, signedAccountOf } from './accounts.ts';

type ViewRow = AccountRow &
  RowOf<typeof contactChanges, 'channel' | 'value' | 'at'> &
  RowAs<typeof contactChanges, { change_signature: 'signature' }>;

export const FIND_WITH_ACCOUNT = statement<ViewRow>(`
  select ${ACCOUNT}, c.channel, c.value, c.at, c.signature as change_signature
  from contact_changes c join users u on u.id = c.user_id join wallets w on w.user_id = u.id
  where c.user_id = $1`);

/** A user's change of a contact, as the settings show it. Throws `AccountChanged` when the account is not as signed. */
export function createPostgresContactChangeView(
  { pool }: { readonly pool: pg.Pool },
  verifier: AccountVerifier & ContactChangeVerifier,
): ContactChangeView {
  return {
    async findContactChange(userId) {
      const row = await readFirst(pool, FIND_WITH_ACCOUNT, [userId]);
      if (row === null || row.signature === null) return null;
      signedAccountOf(row, verifier);
      const { channel, value, at } = row;
      const change = { userId, channel, value, at };
      const content = { change, accountSignature: row.signature };
      return verifier.isConfirmed(content, row.change_signature) ? change : null;
    },
  };
}
