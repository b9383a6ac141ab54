import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSigner, type SignerRelease, writeSigner } from './build-signer.ts';
import { type ReleaseSettings, readSettings } from './read-settings.ts';
import { type ServedSigner, serveSigner } from './serve-signer.ts';

const root = resolve(import.meta.dirname, '../..');
const app = 'https://kax.example';
let settings: ReleaseSettings;
let release: SignerRelease;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kax-signer-'));
  settings = await readSettings(join(root, 'apps/api/networks.polygon.json'), [app]);
  release = await buildSigner(settings);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a release', () => {
  it('has the same bytes from a copy of the sources in another folder', async () => {
    for (const part of ['apps/signer', 'packages', 'scripts/signer']) {
      await cp(join(root, part), join(folder, 'copy', part), { recursive: true });
    }
    for (const file of ['package.json', 'node_modules']) {
      await symlink(join(root, file), join(folder, 'copy', file));
    }
    const copied = join(folder, 'copy/scripts/signer/build-signer.ts');
    const { buildSigner: buildCopy }: { buildSigner: typeof buildSigner } = await import(
      pathToFileURL(copied).href
    );
    const copy = await buildCopy(settings);
    expect([...copy.files]).toEqual([...release.files]);
    expect(copy.hash).toBe(release.hash);
  });

  it('has another hash with another contract', async () => {
    const other = await buildSigner({ ...settings, networks: [] });
    expect(other.hash).not.toBe(release.hash);
  });

  it('shows nothing of the machine that built it, and names no other host', () => {
    const all = [...release.files.values()].join('\n');
    expect(all).not.toContain(root);
    expect(all).not.toMatch(/node_modules|\/home\/|#region/);
    const hosts = [...all.matchAll(/https?:\/\/[\w.-]+/g)].map(([host]) => host);
    expect(new Set(hosts)).toEqual(new Set([app, 'http://www.w3.org']));
  });

  it('names the hash of its style and its script in the page', () => {
    const page = release.files.get('/') ?? '';
    const hashes = ['/page.css', '/page.js'].map((path) => {
      const hash = createHash('sha256').update(release.files.get(path) ?? '');
      return `integrity="sha256-${hash.digest('base64')}"`;
    });
    for (const hash of hashes) expect(page).toContain(hash);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/ on\w+=| style=/);
  });

  it('stays within its size, without the words that it loads only when they are needed', () => {
    const sizes = [...release.files].map(([, content]) => ({
      size: gzipSync(content, { level: 9 }).length,
      isOfWords: content.includes('abandon') || content.includes('mnemonic'),
    }));
    expect(sizes.filter(({ isOfWords }) => isOfWords)).not.toEqual([]);
    const always = sizes.filter(({ isOfWords }) => !isOfWords);
    expect(always.reduce((total, { size }) => total + size, 0)).toBeLessThan(SIZE_LIMIT);
  });

  it('is written with the hash of each file', async () => {
    const out = join(folder, 'out');
    await writeSigner(release, out);
    const list: { hash: string; files: Record<string, string> } = JSON.parse(
      await readFile(join(out, 'release.json'), 'utf8'),
    );
    const names = (await readdir(out)).filter((name) => name !== 'release.json');
    expect(Object.keys(list.files).sort()).toEqual(names.sort());
    for (const name of names) {
      const hash = createHash('sha256').update(await readFile(join(out, name)));
      expect(list.files[name]).toBe(hash.digest('hex'));
    }
    expect(list.hash).toBe(release.hash);
  });
});

const SIZE_LIMIT = 61_500;

describe('a served release', () => {
  let served: ServedSigner;
  let local = '';
  beforeAll(async () => {
    served = await serveSigner(release, { port: 0, appOrigins: [app] });
    local = served.origin.replace('sign.localhost', '127.0.0.1');
  });
  afterAll(() => served.close());

  it('sends the strict headers with every file and every error', async () => {
    for (const path of [...release.files.keys(), '/nothing.js']) {
      const { headers, status } = await fetch(local + path);
      expect(status).toBe(path === '/nothing.js' ? 404 : 200);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types signer',
        `frame-ancestors ${app}`,
      ]);
      expect(headers.get('origin-agent-cluster')).toBe('?1');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('takes nothing', async () => {
    expect((await fetch(local, { method: 'POST', body: 'keys' })).status).toBe(405);
  });
});

it('reads no app that is not an origin', async () => {
  const file = join(root, 'apps/api/networks.polygon.json');
  await expect(readSettings(file, ['https://kax.example/app'])).rejects.toThrow('not an origin');
});
