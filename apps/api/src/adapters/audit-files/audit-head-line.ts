import * as z from 'zod/mini';
import type { AuditHead, AuditKey } from '../../ports/audit.ts';

const line = z.object({
  at: z.iso.datetime(),
  lastId: z.string().check(z.regex(/^\d{1,19}$/)),
  count: z.int().check(z.nonnegative()),
  hash: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  mac: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/** A head as it is written to a file and to the log stream. */
export type AuditHeadLine = z.output<typeof line>;

/** @returns the head with the proof that our key made it */
export function signAuditHead(key: AuditKey, head: AuditHead): AuditHeadLine {
  const { at, lastId, count, hash } = head;
  return {
    at: at.toISOString(),
    lastId: String(lastId),
    count,
    hash: hash === null ? null : Buffer.from(hash).toString('hex'),
    mac: macOf(key, head).toString('hex'),
  };
}

/**
 * Reads a head from a line of the file, or from a whole line of the server's log.
 * @returns `not-ours` for anything that our key did not make
 */
export function readAuditHead(key: AuditKey, text: string): AuditHead | 'not-ours' {
  const parsed = line.safeParse(headIn(text));
  if (!parsed.success) return 'not-ours';
  const { at, lastId, count, hash, mac } = parsed.data;
  const head = {
    at: new Date(at),
    lastId: BigInt(lastId),
    count,
    hash: hash === null ? null : Buffer.from(hash, 'hex'),
  };
  return macOf(key, head).toString('hex') === mac ? head : 'not-ours';
}

function headIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'head' in value ? value.head : value;
  } catch {
    // Half a line, or something else: the schema refuses it.
    return undefined;
  }
}

function macOf(key: AuditKey, { at, lastId, count, hash }: AuditHead): Buffer {
  const hex = hash === null ? null : Buffer.from(hash).toString('hex');
  return Buffer.from(
    key.authenticate('head', [at.toISOString(), String(lastId), String(count), hex]),
  );
}
