import type {
  AuditHeadFinding,
  AuditProblem,
  AuditReport,
} from '../../apps/api/src/adapters/postgres/accounts/verify-audit-log.ts';
import type { Expected } from './read-expected.ts';

const MOST_SHOWN = 20;

/** @returns the sentences to print, and whether the log is as it was recorded */
export function showReport(
  report: AuditReport,
  { forged, hash }: Pick<Expected, 'forged' | 'hash'>,
): { readonly isIntact: boolean; readonly lines: readonly string[] } {
  const refuted = report.heads.filter(({ state }) => state !== 'confirmed');
  const errors = [
    ...shorten(report.problems.map(sentenceOfRow)),
    ...shorten(refuted.map((finding) => sentenceOfHead(finding, report))),
    ...shorten(forged.map((place) => `${place} is not a head that this key made.`)),
    ...(report.hasHash ? [] : [`No row has the hash ${hash}: rows are missing.`]),
  ];
  const lines = [...errors, sentenceOfRows(report), sentenceOfHeads(report)];
  return { isIntact: errors.length === 0, lines };
}

function sentenceOfRow({ id, kind }: AuditProblem): string {
  switch (kind) {
    case 'changed':
      return `Row ${id} was changed or forged.`;
    case 'predecessor-missing':
      return `Row ${id} does not follow the row before it: rows were removed or inserted there.`;
    case 'unkeyed':
      return `Row ${id} was made without the key, and an earlier row with it.`;
    case 'unknown-key':
      return `Row ${id} names another key.`;
  }
}

function sentenceOfHead({ head, state }: AuditHeadFinding, { lastId }: AuditReport): string {
  const row = `row ${head.lastId}`;
  const sentences: Record<AuditHeadFinding['state'], string> = {
    confirmed: `${row} is confirmed.`,
    'beyond-end': `${row} was the last one, and the log ends with row ${lastId}: the newest rows are missing.`,
    'row-missing': `${row} was the last one, and is missing.`,
    'other-row': `${row} was another one: the log was rewritten.`,
    'other-count': `the log had ${head.count} rows up to ${row}, and now has another number: rows are missing or inserted.`,
  };
  return `At ${head.at.toISOString()}, ${sentences[state]}`;
}

function sentenceOfRows({ count, keyedCount, problems, lastId, lastHash }: AuditReport): string {
  const wrong = new Set(problems.map(({ id }) => id)).size;
  const end =
    lastHash === null ? '' : ` The last one is ${lastId}, hash ${lastHash.toString('hex')}.`;
  return `${count} rows, ${keyedCount} of them made with the key; ${wrong} are wrong.${end}`;
}

function sentenceOfHeads({ heads }: AuditReport): string {
  const confirmed = heads.filter(({ state }) => state === 'confirmed');
  const newest = confirmed.reduce<AuditHeadFinding | null>(
    (found, next) => (found === null || next.head.at > found.head.at ? next : found),
    null,
  );
  if (heads.length === 0) {
    return 'No head was given, so rows cut off at the end, or a log rewritten without the key, cannot be noticed.';
  }
  const upTo =
    newest === null
      ? ''
      : ` The newest confirmed one is of ${newest.head.at.toISOString()}, up to row ${newest.head.lastId}.`;
  return `${confirmed.length} of ${heads.length} heads are confirmed.${upTo}`;
}

function shorten(sentences: readonly string[]): readonly string[] {
  const hidden = sentences.length - MOST_SHOWN;
  if (hidden <= 0) return sentences;
  return [...sentences.slice(0, MOST_SHOWN), `… and ${hidden} more like these.`];
}
