import type pg from 'pg';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type { SenderNames } from '../../../ports/sender-names.ts';
import { readAll, statement } from '../connection/statement.ts';
import { ACCOUNT, type AccountRow, accountOf } from './accounts.ts';

export const FIND_SENDERS = statement<AccountRow>(
  `select ${ACCOUNT} from wallets w join users u on u.id = w.user_id where w.private_address = any($1)`,
);

/** Names of accounts whose signature covers the address. */
export function createPostgresSenderNames(
  { pool }: { readonly pool: pg.Pool },
  verifier: AccountVerifier,
): SenderNames {
  return {
    async namesOf(privateAddresses) {
      const rows = await readAll(pool, FIND_SENDERS, [privateAddresses]);
      const signed = rows.filter(
        (row) => row.signature !== null && verifier.isSigned(accountOf(row), row.signature),
      );
      return new Map(signed.map((row) => [row.private_address, row.name]));
    },
  };
}
