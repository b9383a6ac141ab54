import type pg from 'pg';
import type { AccountFreezes } from '../../../ports/protections.ts';
import {
  LOCK_PROTECTION,
  lastPosition,
  type ProtectionTrust,
  readProtection,
  saveProtection,
  savingProtection,
} from '../accounts/protection-rows.ts';
import { run, statement } from '../connection/statement.ts';
import { endWithin } from './private-transaction-end.ts';
import { type LockedRow, lockingOf, MAY_HAVE_BEEN_SENT } from './unsigned-operations.ts';

/** Waits for whoever signs or stores an operation of the user: each takes a weaker lock on the same row. */
export const LOCK_USER = statement('select 1 from users where id = $1 for update');

/** What a failover may have lost the signature of is not called cancelled: it is not signed while the account is frozen. */
export const LOCK_OF_FROZEN = statement<LockedRow>(
  lockingOf(`o.user_id = $1 and o.kind <> 'consolidation' and not ${MAY_HAVE_BEEN_SENT}`),
);

/** A freeze cancels what would weaken the account later: someone else may have requested it. */
const NOTHING_PENDING = { raise: null, factorsRemovedAt: null } as const;

/** Freezes of accounts in PostgreSQL. */
export function createPostgresAccountFreezes(
  { pool }: { readonly pool: pg.Pool },
  trust: ProtectionTrust,
): AccountFreezes {
  return {
    freeze: (userId, at) =>
      savingProtection(pool, trust, async (connection, saving) => {
        if ((await run(connection, LOCK_USER, [userId])) === 0) return null;
        await run(connection, LOCK_PROTECTION, [userId]);
        const { protection, version, ...known } = await readProtection(connection, trust, userId);
        const frozenAt = protection.frozenAt ?? at;
        // What is not trusted counts as frozen, so there is nothing to store.
        if (protection.frozenAt === null) {
          const payments = known.payments ?? (await lastPosition(connection, userId));
          const frozen = { ...protection, frozenAt, ...NOTHING_PENDING };
          const newer = { userId, protection: frozen, payments, version: version + 1 };
          await saveProtection(connection, saving, newer);
        }
        // Also those of an account that was frozen before: something else may have put one back.
        const values = [userId];
        await endWithin(connection, { lock: LOCK_OF_FROZEN, values, reason: 'frozen', at });
        return frozenAt;
      }),
  };
}
