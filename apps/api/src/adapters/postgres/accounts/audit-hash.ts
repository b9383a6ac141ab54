import { createHash } from 'node:crypto';
import type { AuditKey } from '../../../ports/audit.ts';

/** What a row says. */
export interface AuditContent {
  readonly id: string;
  readonly at: Date;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly ip: string;
  readonly event: string;
}

/** @returns the hash of a row under the key: 32 bytes over every other column */
export function keyedHashOf(key: AuditKey, row: AuditContent, previous: Buffer | null): Uint8Array {
  const { id, at, userId, sessionId, ip, event } = row;
  const before = previous?.toString('hex') ?? null;
  return key.authenticate('row', [id, at.toISOString(), userId, sessionId, ip, event, before]);
}

/** @returns the hash of a row of before there was a key, which anyone can compute: 32 bytes */
export function unkeyedHashOf(row: AuditContent, previous: Buffer | null): Uint8Array {
  const { at, userId, sessionId, ip, event } = row;
  return createHash('sha256')
    .update(previous ?? '')
    .update(JSON.stringify([at.toISOString(), userId, sessionId, ip, event]))
    .digest();
}
