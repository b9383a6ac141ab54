import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import type { ReleaseSettings } from './read-settings.ts';

const source = resolve(import.meta.dirname, '../../apps/signer/src');

/** A built signer. The same sources and settings give the same bytes on every computer. */
export interface SignerRelease {
  /** By path, as in `/page.js`. */
  readonly files: ReadonlyMap<string, string>;
  /** SHA-256 of all names and contents, as hex: what is published, and what an outsider compares. */
  readonly hash: string;
}

/** Builds the page, the Worker and the list of words that both load only when words are needed. */
export async function buildSigner(settings: ReleaseSettings): Promise<SignerRelease> {
  const [page, style, scripts] = await Promise.all([
    readFile(join(source, 'page/page.html'), 'utf8'),
    readStyles(),
    bundleScripts(settings),
  ]);
  // Comments, and spaces that mean nothing.
  const css = style.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
  const html = page
    .replace('STYLE_INTEGRITY', integrityOf(css))
    .replace('SCRIPT_INTEGRITY', integrityOf(scripts.get('/page.js') ?? ''))
    .replace(/\n\s*/g, '\n');
  const files = new Map([['/', html], ['/page.css', css], ...scripts]);
  return { files, hash: hashOf(files) };
}

/** Writes a release into a folder, with a list of its files and their hashes. */
export async function writeSigner(release: SignerRelease, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const listed: Record<string, string> = {};
  for (const [path, content] of release.files) {
    const name = path === '/' ? 'index.html' : path.slice(1);
    await writeFile(join(folder, name), content);
    listed[name] = sha256(content).toString('hex');
  }
  const list = { hash: release.hash, files: listed };
  await writeFile(join(folder, 'release.json'), `${JSON.stringify(list, null, 2)}\n`);
}

/** Narrow screens come last, because they change what the others say. */
const STYLES = ['colors', 'base', 'panel', 'summary', 'note', 'compared', 'words', 'narrow'];

async function readStyles(): Promise<string> {
  const files = STYLES.map((name) => readFile(join(source, 'styles', `${name}.css`), 'utf8'));
  return (await Promise.all(files)).join('');
}

async function bundleScripts(settings: ReleaseSettings): Promise<ReadonlyMap<string, string>> {
  const build = await rolldown({
    input: { page: join(source, 'page/main.ts'), worker: join(source, 'worker/main.ts') },
    platform: 'browser',
    transform: { target: 'es2022', define: { SIGNER_SETTINGS: JSON.stringify(settings) } },
    logLevel: 'silent',
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      minify: true,
      comments: false,
      entryFileNames: '[name].js',
      chunkFileNames: '[hash:12].js',
    });
    const scripts = output.map((part): [string, string] => {
      if (part.type !== 'chunk') throw new Error(`The build has ${part.fileName}.`);
      return [`/${part.fileName}`, part.code.trim()];
    });
    return new Map(scripts.sort(([one], [other]) => (one < other ? -1 : 1)));
  } finally {
    await build.close();
  }
}

function hashOf(files: ReadonlyMap<string, string>): string {
  const lines = [...files].map(([path, content]) => `${path} ${sha256(content).toString('hex')}\n`);
  return sha256(lines.sort().join('')).toString('hex');
}

function integrityOf(content: string): string {
  return `sha256-${sha256(content).toString('base64')}`;
}

function sha256(content: string): Buffer {
  return createHash('sha256').update(content).digest();
}
