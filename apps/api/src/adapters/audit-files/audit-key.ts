import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditKey } from '../../ports/audit.ts';

/** In the folder of the server's keys: 32 bytes in hex. */
export const AUDIT_KEY_FILE = 'audit-1.key';
const KEY_ID = 'audit-1';
const KEY_BYTES = 32;

/** Reads the key of the audit log from its folder. Rejects with `AuditKeyMissing` when there is none. */
export async function readAuditKey(folder: string): Promise<AuditKey> {
  const file = join(folder, AUDIT_KEY_FILE);
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new AuditKeyMissing(file) : cause;
  });
  const secret = Buffer.from(text.trim(), 'hex');
  if (secret.length !== KEY_BYTES) throw new Error(`${file} must hold ${KEY_BYTES} bytes in hex.`);
  return createAuditKey(KEY_ID, secret);
}

/** @returns HMAC-SHA-256 over a JSON list: its first entry is the purpose, and no two lists have the same text */
export function createAuditKey(id: string, secret: Uint8Array): AuditKey {
  return {
    id,
    authenticate: (purpose, fields) =>
      createHmac('sha256', secret)
        .update(JSON.stringify([`kax audit ${purpose}`, id, ...fields]))
        .digest(),
  };
}

/** Rows of the audit log cannot be authenticated without this file. */
export class AuditKeyMissing extends Error {
  constructor(file: string) {
    super(
      `There is no ${file}, the key of the audit log. Create it once, with mode 0600: openssl rand -hex 32.`,
    );
    this.name = 'AuditKeyMissing';
  }
}
