import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
/** Strings that only the simulated sign-in contains. */
const TRACES = ['demo@kax.example', 'Showcase!1', 'local-access'];

/** @returns how many of the traces the built files contain */
async function countTraces(auth: 'local' | undefined): Promise<number> {
  const outDir = await mkdtemp(join(tmpdir(), 'kax-build-'));
  const before = process.env.VITE_AUTH;
  if (auth === undefined) delete process.env.VITE_AUTH;
  else process.env.VITE_AUTH = auth;
  try {
    await build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    });
    const names = await readdir(outDir, { recursive: true });
    const scripts = names.filter((name) => /\.(?:js|html)$/.test(name));
    const texts = await Promise.all(scripts.map((name) => readFile(join(outDir, name), 'utf8')));
    const all = texts.join('\n');
    return TRACES.filter((trace) => all.includes(trace)).length;
  } finally {
    if (before === undefined) delete process.env.VITE_AUTH;
    else process.env.VITE_AUTH = before;
    await rm(outDir, { recursive: true, force: true });
  }
}

test('the simulated sign-in is in a local build and leaves no trace in the normal one (§7 Local login)', async () => {
  expect(await countTraces('local')).toBe(TRACES.length);
  expect(await countTraces(undefined)).toBe(0);
});
