import type pg from 'pg';
import type { AuditHead, AuditKey } from '../../../ports/audit.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, statement } from '../connection/statement.ts';
import type { auditEvents } from '../schema/accounts.ts';
import { keyedHashOf, unkeyedHashOf } from './audit-hash.ts';

type AuditRow = RowOf<typeof auditEvents>;

const PAGE = 5_000;

export const PAGE_AFTER = statement<AuditRow>(
  'select * from audit_events where id > $1 order by id limit $2',
);

/** What is wrong with a row. */
export interface AuditProblem {
  readonly id: bigint;
  /**
   * `changed`: its content is not what was hashed, or it was forged. `predecessor-missing`: it is genuine, and the row
   * before it is not the one that it followed. `unkeyed`: it has no key, and an earlier row has one. `unknown-key`: it
   * names another key.
   */
  readonly kind: 'changed' | 'predecessor-missing' | 'unkeyed' | 'unknown-key';
}

/** What the log says about a head that was recorded outside the database. */
export interface AuditHeadFinding {
  readonly head: AuditHead;
  /** `beyond-end`: the log ends before the head's row. `row-missing`: it has later rows, but not that one. */
  readonly state: 'confirmed' | 'beyond-end' | 'row-missing' | 'other-row' | 'other-count';
}

/** The state of the log. */
export interface AuditReport {
  readonly count: number;
  readonly keyedCount: number;
  readonly lastId: bigint;
  /** Hash of the newest row; null for an empty log. */
  readonly lastHash: Buffer | null;
  readonly problems: readonly AuditProblem[];
  readonly heads: readonly AuditHeadFinding[];
  /** Whether a row has the hash that was looked for; true when none was. */
  readonly hasHash: boolean;
}

interface Expected {
  /** That our key made. */
  readonly heads: readonly AuditHead[];
  /** The hash of one row, hex, as earlier versions printed it. */
  readonly hash?: string;
}

/** Reads the whole log, computes every hash again, and compares it with what was recorded outside the database. */
export async function verifyAuditLog(
  { pool }: { readonly pool: pg.Pool },
  key: AuditKey,
  expected: Expected = { heads: [] },
): Promise<AuditReport> {
  const reading = createReading(key, expected);
  for (;;) {
    const rows = await readAll(pool, PAGE_AFTER, [reading.lastId(), PAGE]);
    for (const row of rows) reading.read(row);
    if (rows.length < PAGE) return reading.report();
  }
}

/** The rows that were read so far, oldest first. */
function createReading(key: AuditKey, { heads, hash: wanted }: Expected) {
  const states = new Map<AuditHead, AuditHeadFinding['state']>();
  const headsByRow = Map.groupBy(heads, ({ lastId }) => lastId);
  const problems: AuditProblem[] = [];
  let last: AuditRow | null = null;
  let count = 0;
  let keyedCount = 0;
  let hasHash = wanted === undefined;
  return {
    lastId: () => last?.id ?? '0',
    read(row: AuditRow): void {
      const kind = problemOf(row, { key, previous: last?.hash ?? null, isKeyed: keyedCount > 0 });
      if (kind !== null) problems.push({ id: BigInt(row.id), kind });
      last = row;
      count += 1;
      if (row.key_id !== null) keyedCount += 1;
      hasHash ||= row.hash.toString('hex') === wanted;
      for (const head of headsByRow.get(BigInt(row.id)) ?? []) {
        states.set(head, compare(head, row, count));
      }
    },
    report(): AuditReport {
      const lastId = BigInt(last?.id ?? 0);
      const found = heads.map((head) => ({
        head,
        state: states.get(head) ?? stateOfMissing(head, lastId),
      }));
      const lastHash = last?.hash ?? null;
      return { count, keyedCount, lastId, lastHash, problems, heads: found, hasHash };
    },
  };
}

interface Before {
  readonly key: AuditKey;
  readonly previous: Buffer | null;
  /** Whether an earlier row has a key. */
  readonly isKeyed: boolean;
}

function problemOf(row: AuditRow, before: Before): AuditProblem['kind'] | null {
  const { key, previous, isKeyed } = before;
  if (row.key_id === null && isKeyed) return 'unkeyed';
  if (row.key_id !== null && row.key_id !== key.id) return 'unknown-key';
  const { id, at, user_id: userId, session_id: sessionId, ip, event } = row;
  const content = { id, at, userId, sessionId, ip, event };
  const hash =
    row.key_id === null
      ? unkeyedHashOf(content, row.previous_hash)
      : keyedHashOf(key, content, row.previous_hash);
  if (!row.hash.equals(hash)) return 'changed';
  const isNext =
    previous === null ? row.previous_hash === null : row.previous_hash?.equals(previous) === true;
  return isNext ? null : 'predecessor-missing';
}

function compare(head: AuditHead, row: AuditRow, count: number): AuditHeadFinding['state'] {
  if (head.hash === null || !row.hash.equals(head.hash)) return 'other-row';
  return head.count === count ? 'confirmed' : 'other-count';
}

/** The log was empty when a head without a row was recorded, which nothing can contradict. */
function stateOfMissing({ lastId: headId }: AuditHead, lastId: bigint): AuditHeadFinding['state'] {
  if (headId === 0n) return 'confirmed';
  return headId > lastId ? 'beyond-end' : 'row-missing';
}
