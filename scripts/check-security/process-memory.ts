import { open, readFile } from 'node:fs/promises';
import { OVERLAP } from './stored-bytes.ts';

const PIECE = 4 * 1024 * 1024;

/** @returns the largest core file that the process may leave, in bytes or `unlimited`, as Linux reports it */
export async function coreLimitOf(pid: number): Promise<string> {
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
  return /^Max core file size\s+(\S+)/m.exec(limits)?.[1] ?? 'unknown';
}

/** The writable memory of a process, in pieces that overlap. Linux lets its ancestors and root read it. */
export async function* readMemory(pid: number): AsyncGenerator<Buffer> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
  const memory = await open(`/proc/${pid}/mem`, 'r');
  try {
    for (const [, from = '', to = ''] of maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
      const end = Number.parseInt(to, 16);
      for (let at = Number.parseInt(from, 16); at < end; at += PIECE - OVERLAP) {
        const piece = Buffer.allocUnsafe(Math.min(PIECE, end - at));
        const bytesRead = await memory
          .read(piece, 0, piece.length, at)
          .then((result) => result.bytesRead)
          // The region was released in the meantime.
          .catch(() => 0);
        yield piece.subarray(0, bytesRead);
      }
    }
  } finally {
    await memory.close();
  }
}
