import type pg from 'pg';
import type { Audit, AuditEnd, AuditEnds, AuditKey } from '../../../ports/audit.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { auditEvents } from '../schema/accounts.ts';
import { keyedHashOf } from './audit-hash.ts';

/** Serialises writers of the log, so that the chain of hashes has no forks. */
const LOCK = 7_600_002;

export const LOCK_LOG = statement('select pg_advisory_xact_lock($1)');

interface Next {
  readonly id: string;
  readonly previous: Buffer | null;
}

export const NEXT = statement<Next>(
  `select nextval(pg_get_serial_sequence('audit_events', 'id')) id,
     (select hash from audit_events order by id desc limit 1) previous`,
);

export const APPEND = statement(
  `insert into audit_events (id, at, user_id, session_id, ip, event, previous_hash, hash, key_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

interface End extends RowOf<typeof auditEvents, 'id' | 'hash'> {
  readonly newer: string;
  readonly has_since: boolean;
}

export const END_SINCE = statement<End>(
  `select last.id, last.hash,
     (select count(*) from audit_events where id > $1 and id <= last.id) newer,
     exists (select from audit_events where id = $1 and hash = $2) has_since
   from (select id, hash from audit_events order by id desc limit 1) last`,
);

/** The log of security events. Each row's hash covers all its columns and the hash before, under a key of its own. */
export function createPostgresAudit(
  { pool }: { readonly pool: pg.Pool },
  key: AuditKey,
): Audit & AuditEnds {
  return {
    async append({ at, event, ip, userId = null, sessionId = null }) {
      await inTransaction(pool, async (connection) => {
        await run(connection, LOCK_LOG, [LOCK]);
        const next = await readFirst(connection, NEXT);
        if (next === null) throw new Error('The database returned no id for a row.');
        const { id, previous } = next;
        const hash = keyedHashOf(key, { id, at, userId, sessionId, ip, event }, previous);
        const row = [id, at, userId, sessionId, ip, event, previous, hash, key.id];
        await run(connection, APPEND, row);
      });
    },
    async readEnd(since) {
      if (since === null || since.lastId === 0n) {
        return { ...(await readEnd(pool, EMPTY)), hasSince: true };
      }
      const { hasSince, ...end } = await readEnd(pool, since);
      if (hasSince) return { ...end, hasSince };
      return { ...(await readEnd(pool, EMPTY)), hasSince };
    },
  };
}

const EMPTY: AuditEnd = { lastId: 0n, count: 0, hash: null };

async function readEnd(
  pool: pg.Pool,
  since: AuditEnd,
): Promise<AuditEnd & { readonly hasSince: boolean }> {
  const found = await readFirst(pool, END_SINCE, [String(since.lastId), since.hash]);
  if (found === null) return { ...EMPTY, hasSince: false };
  const { id, hash, newer, has_since: hasSince } = found;
  return { lastId: BigInt(id), count: since.count + Number.parseInt(newer, 10), hash, hasSince };
}
