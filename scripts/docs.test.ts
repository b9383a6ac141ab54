import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statusByCode } from '#wire/error-statuses';
import { ERROR_CODES } from '#wire/errors';
import { contracts } from '#wire/index';
import { environments, type ProcessName } from '../apps/api/src/environment.ts';

const root = resolve(import.meta.dirname, '..');
const documents = listDocuments();

describe('the documents', () => {
  it('link only to files and headings that exist', () => {
    expect(documents.flatMap(brokenLinks)).toEqual([]);
  });

  it('list every error code of the wire with its status, and no other', () => {
    const rows = read('docs/api.md').matchAll(/^\| `([a-z-]+)` \| (\d{3}) \|/gm);
    const documented = [...rows].map(([, code, status]) => `${code} ${status}`);
    expect(documented.sort()).toEqual(
      ERROR_CODES.map((code) => `${code} ${statusByCode[code]}`).sort(),
    );
  });

  it('list every call of the wire', () => {
    const api = read('docs/api.md');
    const missing = contracts
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => !api.includes(`| \`${call}\` |`));
    expect(missing).toEqual([]);
  });

  it('list every variable of every process, and who reads it', () => {
    const rows = read('docs/operations.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([^|]+) \|/gm);
    const documented = [...rows].flatMap(([, names = '', readers = '']) =>
      [...names.matchAll(/[A-Z_]+/g)].map(([name]) => `${name}: ${readers.replaceAll('`', '')}`),
    );
    expect(documented.sort()).toEqual(variableReaders());
  });

  it('list every decision in the index', () => {
    const index = read('docs/decisions/README.md');
    const pages = documents.filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
    expect(pages.filter((path) => !index.includes(path.slice('docs/decisions/'.length)))).toEqual(
      [],
    );
    expect(pages.length).toBeGreaterThan(0);
  });

  it('find a broken link when there is one', () => {
    expect(linksOf('see [a](missing.md#x) and ![b](https://example.org/b.png)')).toEqual([
      'missing.md#x',
    ]);
    expect(isBroken('README.md', 'missing.md')).toBe(true);
    expect(isBroken('README.md', 'docs/requirements.md#no-such-heading')).toBe(true);
    expect(isBroken('README.md', 'docs/requirements.md#5-validation')).toBe(false);
  });
});

/** Without those of PostgreSQL's driver and of Node. */
function variableReaders(): readonly string[] {
  const names = Object.keys(environments) as ProcessName[];
  const variables = new Set(names.flatMap((name) => Object.keys(environments[name].shape)));
  return [...variables]
    .filter((each) => !['PGHOST', 'NODE_TLS_REJECT_UNAUTHORIZED'].includes(each))
    .map((each) => {
      const readers = names.filter((name) => each in environments[name].shape);
      const all = readers.length === names.length;
      return `${each}: ${all ? 'all' : readers.join(', ').replace('operator', 'operations')}`;
    })
    .sort();
}

function brokenLinks(path: string): string[] {
  return linksOf(read(path))
    .filter((link) => isBroken(path, link))
    .map((link) => `${path} → ${link}`);
}

function isBroken(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : relative(root, resolve(root, dirname(path), file));
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(read(target)).has(anchor);
}

/** Targets of links and images that point to project files, except inside code. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** Anchors that a Git host derives from headings: lower case, spaces to hyphens, no punctuation. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = markdown.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Paths of the project's Markdown files, except in installed, built or stored folders. */
function listDocuments(): string[] {
  const foreign = new Set(['node_modules', '.data', '.cache', 'dist', 'test-results', '.git']);
  return globSync('**/*.md', { cwd: root, exclude: (path) => foreign.has(path) });
}
