import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from './directory-lock.ts';
import { requireFreePort } from './free-port.ts';

const FIRST = 21_000;
const LAST = 29_000;
/** Ports are allocated in blocks of this size, so that two never overlap. */
const BLOCK = 10;

/**
 * @returns the first of `count` consecutive free ports on the loopback interface. Until this process ends,
 * no other caller gets them, even while nothing listens on them yet.
 */
export async function findFreePorts(count: number): Promise<number> {
  if (count > BLOCK) throw new Error(`There are never more than ${BLOCK} consecutive ports.`);
  const blocks = (LAST - FIRST) / BLOCK;
  for (let tried = 0; tried < blocks; tried += 1) {
    const first = FIRST + ((process.pid + tried) % blocks) * BLOCK;
    if (!reserve(first)) continue;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const checks = await Promise.allSettled(ports.map((port) => requireFreePort(port, 'a test')));
    if (checks.every(({ status }) => status === 'fulfilled')) return first;
  }
  throw new Error(`No ${count} consecutive ports are free from ${FIRST} to ${LAST}.`);
}

function reserve(first: number): boolean {
  try {
    const lock = lockDirectory(tmpdir(), join(tmpdir(), `kax-ports-${first}`));
    process.once('exit', () => lock.release());
    return true;
  } catch {
    // Another process has it, or another user left its file behind: there are enough others.
    return false;
  }
}
