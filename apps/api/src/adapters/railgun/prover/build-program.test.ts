import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildProgram } from './build-program.ts';
import { hasCompiler } from './proving-keys.test-setup.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kax-build-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const UNFINISHED = `prover-${'0'.repeat(16)}.00000000-0000-0000-0000-000000000000`;

it('rejects where there is no compiler, and leaves nothing behind', async () => {
  vi.stubEnv('PATH', folder);
  await expect(buildProgram(folder)).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual([]);
});

describe.skipIf(!hasCompiler())('with a compiler', () => {
  it('ends with all that the compiler runs when it is stopped', async () => {
    const controller = new AbortController();
    const building = buildProgram(folder, undefined, controller.signal);
    setTimeout(() => controller.abort(new Error('Stopped.')), 500);
    await expect(building).rejects.toThrow('Stopped.');
    await sleep(200);
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('says what the compiler says, and removes what a killed process left behind', async () => {
    await mkdir(join(folder, UNFINISHED));
    await writeFile(join(folder, UNFINISHED, 'ntt.c.o'), '');
    await utimes(join(folder, UNFINISHED), 0, 0);
    await expect(buildProgram(folder, ['-no-such-flag'])).rejects.toThrow('no-such-flag');
    expect(await readdir(folder)).toEqual([]);
  });
});
