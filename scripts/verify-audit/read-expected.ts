import { readFile } from 'node:fs/promises';
import { readAuditHead } from '../../apps/api/src/adapters/audit-files/audit-head-line.ts';
import type { AuditHead, AuditKey } from '../../apps/api/src/ports/audit.ts';

/** What was recorded outside the database. */
export interface Expected {
  readonly heads: readonly AuditHead[];
  /** Hash of one row, hex. */
  readonly hash?: string;
  /** Places of lines that our key did not make, such as `audit-heads.jsonl:3`. */
  readonly forged: readonly string[];
}

/**
 * Reads each source: a head as JSON, the hash of a row in hex, or a file with a head in each line. Lines of the
 * server's log are skipped unless they have a head. Rejects when a file is missing.
 */
export async function readExpected(key: AuditKey, sources: readonly string[]): Promise<Expected> {
  const heads: AuditHead[] = [];
  const forged: string[] = [];
  let hash: string | undefined;
  for (const source of sources) {
    if (/^[0-9a-f]{64}$/.test(source)) hash = source;
    else
      for (const { place, text } of await linesOf(source)) {
        const head = readAuditHead(key, text);
        if (head === 'not-ours') forged.push(place);
        else heads.push(head);
      }
  }
  return { heads, forged, ...(hash !== undefined && { hash }) };
}

async function linesOf(source: string): Promise<readonly { place: string; text: string }[]> {
  if (source.startsWith('{')) return [{ place: 'The head that was given', text: source }];
  const lines = (await readFile(source, 'utf8')).split('\n');
  return lines.flatMap((text, index) =>
    text.trim() === '' || isOtherEvent(text) ? [] : [{ place: `${source}:${index + 1}`, text }],
  );
}

/** A line of the server's log that is about something else. */
function isOtherEvent(text: string): boolean {
  return /^\{"level":\d+,/.test(text) && !text.includes('"msg":"audit head"');
}
