import type { Clock } from '../ports/clock.ts';
import type { RowSeals, SealedRow } from '../ports/row-seals.ts';

/** A row whose seal is missing or wrong: something else wrote to the database. */
export interface UnsealedRow {
  readonly message: string;
  readonly rowId: string;
  readonly owner: string;
}

const SILENT_MS = 60_000;
const MOST_REMEMBERED = 1_000;

/** Where rows without their seals are reported. */
export interface UnsealedReport {
  readonly clock: Pick<Clock, 'now'>;
  readonly report: (row: UnsealedRow) => void;
}

/**
 * @param report called with every row that does not have its seal, with each at most once a minute
 * @returns the same seals
 */
export function reportUnsealed(seals: RowSeals, reporting: UnsealedReport): RowSeals {
  const reportOnce = createReportUnsealed(reporting);
  return {
    seal: seals.seal,
    isSealed(row, fields, seal) {
      const isSealed = seals.isSealed(row, fields, seal);
      if (!isSealed) reportOnce(row);
      return isSealed;
    },
  };
}

/** @returns what reports a row without its seal, each at most once a minute */
export function createReportUnsealed({
  clock,
  report,
}: UnsealedReport): (row: Pick<SealedRow, 'table' | 'id' | 'owner'>) => void {
  const reportedAt = new Map<string, number>();
  return ({ table, id, owner }) => {
    const name = JSON.stringify([table, id, owner]);
    const now = clock.now().getTime();
    if (now - (reportedAt.get(name) ?? -Infinity) < SILENT_MS) return;
    if (reportedAt.size >= MOST_REMEMBERED) reportedAt.clear();
    reportedAt.set(name, now);
    report({ message: `A row of ${table} does not have its seal.`, rowId: id, owner });
  };
}
