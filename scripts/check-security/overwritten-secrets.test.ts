import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMemory } from './process-memory.ts';

/** @returns how many of 100 secrets are in a process's memory after garbage collection and overwriting */
async function leftOf(method: string, length: number): Promise<number> {
  const file = join(import.meta.dirname, 'overwrite-secrets.test-setup.ts');
  const child = fork(file, [method, String(length)], { execArgv: ['--expose-gc'] });
  try {
    const [hex]: readonly unknown[] = await once(child, 'message');
    // Each secret is a number of two bytes, and then the same.
    const rest = Buffer.from(String(hex), 'hex');
    const found = new Set<number>();
    for await (const piece of readMemory(child.pid ?? 0)) {
      for (let at = piece.indexOf(rest, 2); at > 0; at = piece.indexOf(rest, at + 1)) {
        found.add(piece.readUInt16BE(at - 2));
      }
    }
    return [...found].filter((number) => number < 100).length;
  } finally {
    child.kill('SIGKILL');
  }
}

describe.runIf(process.platform === 'linux')('a secret that was overwritten', () => {
  it.each([16, 32, 80])('is gone when it was copied for that: %i bytes', async (length) => {
    expect(await leftOf('copySecret', length)).toBe(0);
  });

  it('is still there when it was in an array of V8’s own heap', async () => {
    expect(await leftOf('Uint8Array.from', 32)).toBeGreaterThan(50);
  });
});
