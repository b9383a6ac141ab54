import type pg from 'pg';
import type { Protections } from '../../../ports/protections.ts';
import { run } from '../connection/statement.ts';
import {
  LOCK_PROTECTION,
  lastPosition,
  type ProtectionTrust,
  readProtection,
  saveProtection,
  savingProtection,
} from './protection-rows.ts';

/** Limits, freezes and holds in PostgreSQL. */
export function createPostgresProtections(
  { pool }: { readonly pool: pg.Pool },
  trust: ProtectionTrust,
): Protections {
  return {
    async read(userId) {
      const first = await readProtection(pool, trust, userId);
      if (first.isTrusted) return first.protection;
      // A change that was stored in this moment makes what was read just before it look put back.
      return (await readProtection(pool, trust, userId)).protection;
    },
    async change(userId, change) {
      return savingProtection(pool, trust, async (connection, saving) => {
        await run(connection, LOCK_PROTECTION, [userId]);
        const stored = await readProtection(connection, trust, userId);
        const protection = change(stored.protection);
        if (protection === stored.protection) return protection;
        const payments = stored.payments ?? (await lastPosition(connection, userId));
        const version = stored.version + 1;
        await saveProtection(connection, saving, { userId, protection, payments, version });
        return protection;
      });
    },
  };
}
