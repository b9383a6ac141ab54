import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Audit } from '../../../ports/audit.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { auditEvents } from '../schema/accounts.ts';

/** Serialises writers of the log, so that the chain of hashes has no forks. */
const LOCK = 7_600_002;
const PAGE = 5_000;

interface Content {
  readonly at: Date;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly ip: string;
  readonly event: string;
}

export const LOCK_LOG = statement('select pg_advisory_xact_lock($1)');

export const LAST = statement<RowOf<typeof auditEvents, 'hash'>>(
  'select hash from audit_events order by id desc limit 1',
);

export const APPEND = statement(
  `insert into audit_events (at, user_id, session_id, ip, event, previous_hash, hash)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

type AuditRow = RowOf<typeof auditEvents>;

export const PAGE_AFTER = statement<AuditRow>(
  'select * from audit_events where id > $1 order by id limit $2',
);

/** The log of security events: each row's hash covers its content and the hash of the row before. */
export function createPostgresAudit({ pool }: { readonly pool: pg.Pool }): Audit {
  return {
    async append({ at, event, ip, userId = null, sessionId = null }) {
      await inTransaction(pool, async (connection) => {
        await run(connection, LOCK_LOG, [LOCK]);
        const previous = (await readFirst(connection, LAST))?.hash ?? null;
        const hash = hashOf(previous, { at, userId, sessionId, ip, event });
        await run(connection, APPEND, [at, userId, sessionId, ip, event, previous, hash]);
      });
    },
  };
}

/** The state of the log. Hashes are hex. */
export type AuditVerdict =
  | {
      readonly ok: true;
      readonly count: number;
      /** To be kept elsewhere; null for an empty log. */
      readonly lastHash: string | null;
      /** False when no row has the hash of an earlier run; true when none was given. */
      readonly hasEarlier: boolean;
    }
  /** The first row whose content, or whose row before, is not what it was. */
  | { readonly ok: false; readonly brokenId: bigint };

/**
 * Reads the whole log and computes every hash again. Rows cut off at the end leave no trace in what is left: only
 * the last hash of an earlier run shows it.
 */
export async function verifyAuditChain(
  { pool }: { readonly pool: pg.Pool },
  earlierHash?: string,
): Promise<AuditVerdict> {
  let previous: Buffer | null = null;
  let count = 0;
  let lastId = '0';
  let hasEarlier = earlierHash === undefined;
  for (;;) {
    const rows: readonly AuditRow[] = await readAll(pool, PAGE_AFTER, [lastId, PAGE]);
    for (const row of rows) {
      if (!isIntact(row, previous)) return { ok: false, brokenId: BigInt(row.id) };
      previous = row.hash;
      lastId = row.id;
      hasEarlier ||= row.hash.toString('hex') === earlierHash;
    }
    count += rows.length;
    if (rows.length < PAGE) {
      return { ok: true, count, lastHash: previous?.toString('hex') ?? null, hasEarlier };
    }
  }
}

function isIntact(row: AuditRow, previous: Buffer | null): boolean {
  const { at, user_id: userId, session_id: sessionId, ip, event } = row;
  const isNext =
    previous === null ? row.previous_hash === null : row.previous_hash?.equals(previous) === true;
  return isNext && hashOf(previous, { at, userId, sessionId, ip, event }).equals(row.hash);
}

function hashOf(previous: Buffer | null, { at, userId, sessionId, ip, event }: Content): Buffer {
  const content = JSON.stringify([at.toISOString(), userId, sessionId, ip, event]);
  return createHash('sha256')
    .update(previous ?? '')
    .update(content)
    .digest();
}
