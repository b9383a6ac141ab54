import { type FileHandle, open } from 'node:fs/promises';
import type { AuditHeads, AuditKey } from '../../ports/audit.ts';
import { type AuditHeadLine, signAuditHead } from './audit-head-line.ts';

const NEWLINE = 0x0a;

/**
 * Records each head in the log stream and, with a file, as one line at its end. The file is opened by its path each
 * time, so whoever rotates it only renames it. Rejects with the file system's error; the log stream then has the head.
 */
export function createAuditHeads({
  key,
  file,
  announce,
}: {
  readonly key: AuditKey;
  readonly file: string | null;
  readonly announce: (head: AuditHeadLine) => void;
}): AuditHeads {
  return {
    async record(head) {
      const line = signAuditHead(key, head);
      announce(line);
      if (file !== null) await appendLine(file, JSON.stringify(line));
    },
  };
}

async function appendLine(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const separator = (await endsWithinLine(handle)) ? '\n' : '';
    await handle.appendFile(`${separator}${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns whether a power loss left half a line at the end */
async function endsWithinLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}
