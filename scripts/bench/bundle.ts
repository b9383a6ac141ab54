import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { BenchLine } from './bench-line.ts';

const repository = resolve(import.meta.dirname, '../..');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

/** What a browser loaded on the way to a payment: names of files below `/assets`. */
export interface LoadedFiles {
  /** JS and CSS that a first visit to `/login` loads before it is idle. */
  readonly login: readonly string[];
  /** JS from there to the end of the first payment. */
  readonly payment: readonly string[];
}

/** Measures the size of the built web client. */
export async function measureBundle(loaded: LoadedFiles): Promise<readonly BenchLine[]> {
  const outDir = await mkdtemp(join(tmpdir(), 'kax-bundle-'));
  try {
    await buildWithManifest(outDir);
    return await weigh(outDir, loaded);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** The same build as the product's, in another directory, with its module manifest. */
async function buildWithManifest(outDir: string): Promise<void> {
  await build({
    configFile: join(repository, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true, manifest: true },
  });
}

async function weigh(outDir: string, loaded: LoadedFiles): Promise<readonly BenchLine[]> {
  const assets = join(outDir, 'assets');
  const bare = await weighBareReactPage();
  const first = await sum(loaded.login.map((file) => gzipSize(join(assets, file))));
  const scripts = loaded.payment.filter((file) => file.endsWith('.js'));
  const payment = await sum(scripts.map((file) => gzipSize(join(assets, file))));
  return [
    {
      name: 'first visit to /login, gzip JS + CSS ÷ bare React page',
      figure: first / bare,
      budget: 1.5,
      unit: '×',
      comparedWith: `${kilobytes(first)} against ${kilobytes(bare)}`,
    },
    {
      name: 'sign-in, dashboard and first payment, gzip JS',
      figure: payment / 1000,
      budget: 175,
      unit: 'kB',
      comparedWith: `${scripts.length} files; without what loads when the page is idle`,
    },
    await heaviestLazyPart(outDir, loaded.login),
  ];
}

const WORTH_A_NAME = 45_000;

async function heaviestLazyPart(outDir: string, loginFiles: readonly string[]): Promise<BenchLine> {
  const manifest = JSON.parse(
    await readFile(join(outDir, '.vite/manifest.json'), 'utf8'),
  ) as Record<string, Chunk>;
  const parts = await Promise.all(
    Object.entries(manifest)
      .filter(([, { isDynamicEntry }]) => isDynamicEntry)
      .map(async ([name]) => {
        const files = [...filesOf(name, manifest)].filter(
          (file) => file.endsWith('.js') && !loginFiles.includes(file.replace('assets/', '')),
        );
        const bytes = await sum(files.map((file) => gzipSize(join(outDir, file))));
        return { name: basename(name), bytes };
      }),
  );
  parts.sort((a, b) => b.bytes - a.bytes);
  const heavy = parts.filter(({ bytes }, place) => place === 0 || bytes > WORTH_A_NAME);
  return {
    name: 'the heaviest lazy part adds, gzip JS',
    figure: (parts[0]?.bytes ?? 0) / 1000,
    budget: 45,
    unit: 'kB',
    comparedWith: heavy.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(', '),
  };
}

function filesOf(
  name: string,
  manifest: Record<string, Chunk>,
  seen = new Set<string>(),
): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(next, manifest, seen);
  return seen;
}

/** The files of a bare React page, by request path. */
export interface BarePage {
  readonly fileByPath: ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>;
}

/** Builds one paragraph with react-dom through the same bundler and settings. */
export async function buildBareReactPage(): Promise<BarePage> {
  const root = await mkdtemp(join(repository, 'node_modules/.bare-'));
  try {
    await writeFile(
      join(root, 'index.html'),
      '<!doctype html><title>Bare</title><div id="root"></div><script type="module" src="/main.jsx"></script>',
    );
    await writeFile(
      join(root, 'main.jsx'),
      "import { createRoot } from 'react-dom/client';\ncreateRoot(document.getElementById('root')).render(<p>Hello</p>);\n",
    );
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [react()],
      build: { outDir: join(root, 'out'), modulePreload: { polyfill: false } },
    });
    const fileByPath = new Map<string, { type: string; body: Buffer }>();
    fileByPath.set('/', { type: 'text/html', body: await readFile(join(root, 'out/index.html')) });
    for (const file of await readdir(join(root, 'out/assets'))) {
      const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
      fileByPath.set(`/assets/${file}`, {
        type,
        body: await readFile(join(root, 'out/assets', file)),
      });
    }
    return { fileByPath };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function weighBareReactPage(): Promise<number> {
  const { fileByPath } = await buildBareReactPage();
  return [...fileByPath.values()]
    .filter((file) => file.type !== 'text/html')
    .reduce((total, file) => total + gzipSync(file.body, { level: 9 }).length, 0);
}

async function gzipSize(file: string): Promise<number> {
  return gzipSync(await readFile(file), { level: 9 }).length;
}

async function sum(sizes: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
