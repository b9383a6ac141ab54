import type pg from 'pg';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type { SecurityReminders } from '../../../ports/security-reminders.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import { ACCOUNT, type AccountRow, signedAccountOrNull } from './accounts.ts';
import { insertNotices } from './notices.ts';

const LOCK = 7_600_076;

export const LOCK_REMINDERS = statement('select pg_advisory_xact_lock($1)');

/** Values: $1 registered before, $2 reminded before. */
export const FIND_LACKING = statement<AccountRow & { readonly has_factor: boolean }>(`
  select * from (
    select ${ACCOUNT}, exists (select from passkeys p where p.user_id = u.id)
        or exists (select from authenticator_apps a where a.user_id = u.id) as has_factor,
      exists (select from recovery_codes c where c.user_id = u.id) as has_codes
    from users u join wallets w on w.user_id = u.id
    where u.created_at < $1
      and (exists (select from operations o where o.user_id = u.id)
        or exists (select from public_movements m where m.account = w.public_address))
      and not exists (select from outbox n
        where n.user_id = u.id and n.topic = 'security-reminder' and n.created_at > $2)
      and not exists (select from protections p where p.user_id = u.id and p.reminded_at > $2)
  ) account where not has_factor or not has_codes limit 100`);

/** Reminders in PostgreSQL. An account that something else changed gets none: its email may be someone else's. */
export function createPostgresSecurityReminders(
  { pool }: { readonly pool: pg.Pool },
  verifier: AccountVerifier,
): SecurityReminders {
  return {
    remind: ({ registeredBefore, remindedBefore, now }, contentOf) =>
      inTransaction(pool, async (connection) => {
        await run(connection, LOCK_REMINDERS, [LOCK]);
        const rows = await readAll(connection, FIND_LACKING, [registeredBefore, remindedBefore]);
        const notices = rows.flatMap((row) => {
          const account = signedAccountOrNull(row, verifier);
          if (account === null) return [];
          const { userId, name, email } = account;
          const lacks = row.has_factor ? 'recovery-codes' : 'second-factor';
          const content = contentOf({ userId, name, email, lacks });
          return {
            ...({ topic: 'security-reminder', channel: 'email' } as const),
            ...{ recipient: email, userId, content, secret: null, expiresAt: null },
          };
        });
        await insertNotices(connection, notices, now);
        return notices.length;
      }),
  };
}
