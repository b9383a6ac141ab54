import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServiceWorker, writeServiceWorker } from './build-service-worker.ts';
import { hashOf } from './list-files.ts';

let folder = '';
let script = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kax-service-worker-'));
  for (const name of ['assets', 'fonts', 'marks']) await mkdir(join(folder, name));
  for (const name of FILES) await writeFile(join(folder, name), name);
  await writeServiceWorker(folder, PARTS);
  script = await readFile(join(folder, 'sw.js'), 'utf8');
});
afterAll(() => rm(folder, { recursive: true }));

const FILES = [
  ...[
    'index.html',
    'theme.js',
    'favicon.svg',
    'privacy.html',
    'document.css',
    'receipt-check.html',
  ],
  ...['fonts/inter.woff2', 'fonts/inter-OFL.txt', 'marks/token-pol.svg'],
  ...['main', 'react', 'area', 'home', 'kept', 'swap'].map((name) => `assets/${name}.js`),
  ...['main', 'home', 'swap'].map((name) => `assets/${name}.css`),
];
const WEB = '/kax/apps/web/src';
const part = (name: string, source: string, imports: readonly string[] = []) => ({
  fileName: `assets/${name}.js`,
  moduleIds: [`${WEB}${source}`],
  imports: imports.map((each) => `assets/${each}.js`),
  viteMetadata: {
    importedCss: new Set(FILES.includes(`assets/${name}.css`) ? [`assets/${name}.css`] : []),
  },
});
const PARTS = [
  part('main', '/main.tsx', ['react']),
  part('react', '/react.js'),
  part('area', '/app/protected-area.tsx', ['main']),
  part('home', '/routes/dashboard.tsx'),
  part('kept', '/features/coins/kept-balances.ts'),
  part('swap', '/routes/rango-exchange.tsx', ['react']),
];

async function readList() {
  const [, path = ''] = /"list":"([^"]+)"/.exec(script) ?? [];
  const text = await readFile(join(folder, path), 'utf8');
  return { path, text, list: JSON.parse(text) };
}

describe('the script', () => {
  it('is at most 3 kB, gzipped', () => {
    expect(gzipSync(script, { level: 9 }).length).toBeLessThan(3_000);
  });

  it('loads no other script, and contacts no other host', () => {
    expect(script).toContain('Something new in Kax');
    expect(script).not.toMatch(/importScripts|\bimport\b|https?:/);
  });

  it('names the list of its build, with its hash', async () => {
    const { path, text } = await readList();
    expect(path).toMatch(/^\/assets\/[\w-]{8}\.json$/);
    expect(script).toContain(JSON.stringify({ list: path, integrity: hashOf(text) }));
  });

  it('keeps nothing when it comes from the sources', async () => {
    expect(await buildServiceWorker(null)).toMatch(/^const BUILD=null;/);
  });
});

describe('the list', () => {
  it('has what the dashboard needs, and the rest apart, each with its hash', async () => {
    const { list } = await readList();
    expect(Object.keys(list.core).sort()).toEqual([
      '/',
      '/assets/area.js',
      '/assets/home.css',
      '/assets/home.js',
      '/assets/kept.js',
      '/assets/main.css',
      '/assets/main.js',
      '/assets/react.js',
      '/favicon.svg',
      '/fonts/inter.woff2',
      '/marks/token-pol.svg',
      '/theme.js',
    ]);
    expect(Object.keys(list.rest)).toEqual(['/assets/swap.css', '/assets/swap.js']);
    expect(list.core['/']).toBe(hashOf('index.html'));
  });

  it('can’t be made when a source of the dashboard was moved', async () => {
    const without = PARTS.filter(({ fileName }) => fileName !== 'assets/home.js');
    await expect(writeServiceWorker(folder, without)).rejects.toThrow(
      '/web/src/routes/dashboard.tsx',
    );
  });
});
