import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
} from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** A browser to start: its program and the environment it needs. */
export interface Chromium {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const packageFolder = resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium');
const cacheFolder = resolve(import.meta.dirname, '../../node_modules/.cache');

/**
 * Finds the headless Chromium that came with the npm packages, unpacking it the first time.
 * The package's own `executablePath()` is not used: it trusts any `/tmp/chromium`, old or half-written.
 * @returns `CHROMIUM_PATH` when it is set
 */
export async function findChromium(): Promise<Chromium> {
  const args = ['--no-sandbox', '--font-render-hinting=none'];
  const given = process.env.CHROMIUM_PATH;
  if (given) return { executablePath: given, args, env: {} };
  const folder = join(cacheFolder, `kax-chromium-${packageVersion()}`);
  const executablePath = join(folder, 'chromium');
  if (!existsSync(executablePath)) await unpackChromium(folder, executablePath);
  const env = lacksLibraries(executablePath)
    ? { LD_LIBRARY_PATH: await unpackLibraries(folder) }
    : {};
  return { executablePath, args, env };
}

function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

async function unpackChromium(folder: string, executablePath: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const temporary = join(mkdtempSync(join(folder, 'unpack-')), 'chromium');
  await pipeline(
    createReadStream(join(packageFolder, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(temporary),
  );
  await chmod(temporary, 0o755);
  await rename(temporary, executablePath);
  await rm(resolve(temporary, '..'), { recursive: true, force: true });
}

function lacksLibraries(executablePath: string): boolean {
  return execFileSync('ldd', [executablePath], { encoding: 'utf8' }).includes('not found');
}

/** The package brings the few system libraries (NSS) that a bare machine lacks. */
async function unpackLibraries(folder: string): Promise<string> {
  const libraries = join(folder, 'al2023/lib');
  if (existsSync(libraries)) return libraries;
  const temporary = mkdtempSync(join(folder, 'unpack-'));
  const archive = join(temporary, 'al2023.tar');
  await pipeline(
    createReadStream(join(packageFolder, 'bin/al2023.tar.br')),
    createBrotliDecompress(),
    createWriteStream(archive),
  );
  execFileSync('tar', ['-xf', archive, '-C', temporary]);
  await mkdir(join(folder, 'al2023'), { recursive: true });
  await rename(join(temporary, 'lib'), libraries);
  await rm(temporary, { recursive: true, force: true });
  return libraries;
}
