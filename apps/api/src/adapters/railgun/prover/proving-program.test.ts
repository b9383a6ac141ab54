import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProgramFailed, startNativeProgram } from './native-program.ts';
import { startProgram } from './proving-program.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kax-program-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** @returns a program that says this, piece by piece */
async function saying(pieces: readonly string[]): Promise<string> {
  const file = join(folder, 'program');
  const lines = pieces.map((piece) => `printf '${piece}'; sleep 0.05`);
  await writeFile(file, `#!/bin/sh\nPATH=/bin:/usr/bin\n${lines.join('\n')}\nread -r rest\n`);
  await chmod(file, 0o700);
  return file;
}

it('reads what arrives in pieces', async () => {
  const proof = Array.from({ length: 8 }, () => 'k'.repeat(32));
  const file = await saying(['ka', 'x1', '\\1\\0', '\\0\\0', '\\0', ...proof]);
  const program = startProgram(file, 'key', 1);
  expect(await program.prove(new Uint8Array(32))).toEqual(Buffer.alloc(256, 'k'));
  program.kill();
});

it('says so when a program speaks otherwise, or ends in the middle', async () => {
  const other = startProgram(await saying(['hello', 'you']), 'key', 1);
  await expect(other.prove(new Uint8Array(32))).rejects.toThrow('another protocol');
  other.kill();
  const short = startProgram(await saying(['kax1\\1\\0\\0\\0\\0', 'kkk']), 'key', 1);
  const proof = short.prove(new Uint8Array(32));
  setTimeout(() => short.kill(), 400);
  await expect(proof).rejects.toThrow(ProgramFailed);
  expect(short.isRunning()).toBe(false);
});

it('ends a program that says nothing for too long', async () => {
  const silent = startNativeProgram(await saying(['kax1']), [], { givesUpAfterMs: 300 });
  await silent.ready();
  await expect(silent.read(1)).rejects.toThrow(ProgramFailed);
  expect(silent.isRunning()).toBe(false);
});
