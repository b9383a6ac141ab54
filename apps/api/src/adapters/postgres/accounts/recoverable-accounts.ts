import type pg from 'pg';
import type {
  RecoverableAccount,
  RecoverableAccounts,
} from '../../../ports/recoverable-accounts.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import type { keyRecords, users } from '../schema/accounts.ts';
import { ACCOUNT, type AccountRow, accountOf } from './accounts.ts';

type RecoverableRow = AccountRow & RowOf<typeof keyRecords, 'recovery_wrap'>;

export const FIND = statement<RecoverableRow>(`
  select ${ACCOUNT}, k.recovery_wrap from users u join wallets w on w.user_id = u.id
  join key_records k on k.user_id = u.id where u.id = $1`);

/** Values: $1 an email, $2 a phone; one of them is null. */
export const FIND_OWNER = statement<RowOf<typeof users, 'id' | 'name'>>(
  'select id, name from users where email = $1 or phone = $2',
);

/** Values: $1 how a wrap begins that is up to date, $2 the user before, $3 limit. */
export const OUTDATED = statement<RecoverableRow>(`
  select ${ACCOUNT}, k.recovery_wrap from users u join wallets w on w.user_id = u.id
  join key_records k on k.user_id = u.id
  where u.id > $2::uuid and u.signature is not null
    and substring(k.recovery_wrap from 1 for octet_length($1::bytea)) <> $1::bytea
  order by u.id limit $3`);

export const REPLACE_WRAP = statement(`
  update key_records set recovery_wrap = $3 where user_id = $1 and recovery_wrap = $2`);

/** Below every other. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

export const UNSIGNED = statement<RecoverableRow>(`
  select ${ACCOUNT}, k.recovery_wrap from users u join wallets w on w.user_id = u.id
  join key_records k on k.user_id = u.id where u.signature is null limit 1000`);

export const ENROLL = statement(`
  with u as (update users set signature = $2 where id = $1 and signature is null returning id)
  update key_records k set recovery_wrap = $3 from u where k.user_id = u.id`);

/** Accounts as the process with the recovery key reads them, and signs those of before signatures existed. */
export function createPostgresRecoverableAccounts({
  pool,
}: {
  readonly pool: pg.Pool;
}): RecoverableAccounts {
  return {
    async find(userId) {
      const row = await readFirst(pool, FIND, [userId]);
      return row === null ? null : recoverableOf(row);
    },
    async findOwner({ channel, value }) {
      const values = channel === 'email' ? [value, null] : [null, value];
      const row = await readFirst(pool, FIND_OWNER, values);
      return row === null ? null : { userId: row.id, name: row.name };
    },
    async listOutdated({ prefix, after, limit }) {
      const rows = await readAll(pool, OUTDATED, [prefix, after ?? NO_USER, limit]);
      return rows.map(recoverableOf);
    },
    replaceWrap: async (userId, earlier, wrap) =>
      (await run(pool, REPLACE_WRAP, [userId, earlier, wrap])) > 0,
    async enrollAll(enroll) {
      let count = 0;
      for (;;) {
        const rows = await readAll(pool, UNSIGNED, []);
        if (rows.length === 0) return count;
        for (const row of rows) {
          const { signature, recoveryWrap } = await enroll(recoverableOf(row));
          await run(pool, ENROLL, [row.user_id, signature, recoveryWrap]);
        }
        count += rows.length;
      }
    },
  };
}

function recoverableOf(row: RecoverableRow): RecoverableAccount {
  const { recovery_wrap: recoveryWrap, signature } = row;
  return { account: accountOf(row), recoveryWrap, signature };
}
