import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of a build, as far as it is needed here. */
export interface BuiltPart {
  readonly fileName: string;
  /** The sources in it, of a script. */
  readonly moduleIds?: readonly string[];
  /** The scripts that it needs before it runs. */
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined;
}

/** The files that a service worker keeps: each path with its SHA-256, as in `sha256-…`. */
export interface FileList {
  readonly core: Readonly<Record<string, string>>;
  readonly rest: Readonly<Record<string, string>>;
}

/** What the dashboard runs, and what shows the last balances on it. */
const CORE_SOURCES = [
  '/web/src/main.tsx',
  '/web/src/app/protected-area.tsx',
  '/web/src/routes/dashboard.tsx',
  '/web/src/features/coins/kept-balances.ts',
];
/** Without a hash in their names; documents, their styles and the receipt check are only online. */
const CORE_FILES = /^(?:index\.html|theme\.js|favicon\.svg|fonts\/.+\.woff2|marks\/.+\.svg)$/;

/**
 * Lists the files of a build that a service worker keeps on the device.
 * @param folder with the written build
 * @throws when a source of the dashboard isn't in the build: it was moved
 */
export async function listFiles(folder: string, parts: readonly BuiltPart[]): Promise<FileList> {
  const core = new Set(CORE_SOURCES.flatMap((source) => [...neededFor(source, parts)]));
  const list = { core: {} as Record<string, string>, rest: {} as Record<string, string> };
  const names = (await readdir(folder, { recursive: true })).toSorted();
  for (const name of names) {
    const isCore = core.has(name) || CORE_FILES.test(name);
    if (!isCore && !/^assets\/.+\.(?:js|css)$/.test(name)) continue;
    const path = name === 'index.html' ? '/' : `/${name}`;
    list[isCore ? 'core' : 'rest'][path] = hashOf(await readFile(join(folder, name)));
  }
  return list;
}

/** @returns SHA-256 as the browser compares it */
export function hashOf(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** The script with a source, and all that it imports, with their styles. */
function neededFor(source: string, parts: readonly BuiltPart[]): ReadonlySet<string> {
  const byName = new Map(parts.map((part) => [part.fileName, part]));
  const first = parts.find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith(source)));
  if (first === undefined) throw new Error(`No part of the build has ${source}.`);
  const needed = new Set([first.fileName]);
  for (const name of needed) {
    const { imports = [], viteMetadata } = byName.get(name) ?? {};
    for (const each of [...imports, ...(viteMetadata?.importedCss ?? [])]) needed.add(each);
  }
  return needed;
}
