import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Audit } from '../../ports/audit.ts';
import { inTransaction } from './transaction.ts';

/** Serialises writers of the log, so that the chain of hashes has no forks. */
const LOCK = 7_600_002;

/** The log of security events: each row's hash covers its content and the hash of the row before. */
export function createPostgresAudit({ pool }: { readonly pool: pg.Pool }): Audit {
  return {
    async append({ at, event, ip, userId = null, sessionId = null }) {
      await inTransaction(pool, async (connection) => {
        await connection.query('select pg_advisory_xact_lock($1)', [LOCK]);
        const { rows } = await connection.query<{ hash: Buffer }>(
          'select hash from audit_events order by id desc limit 1',
        );
        const previous = rows[0]?.hash ?? null;
        const content = JSON.stringify([at.toISOString(), userId, sessionId, ip, event]);
        const hash = createHash('sha256')
          .update(previous ?? '')
          .update(content)
          .digest();
        await connection.query(
          `insert into audit_events (at, user_id, session_id, ip, event, previous_hash, hash)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [at, userId, sessionId, ip, event, previous, hash],
        );
      });
    },
  };
}
