import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
} from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join, posix, resolve, win32 } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** A browser to start: its program and the environment it needs. */
export interface Chromium {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** @sparticuz/chromium has a program for this platform only. */
const PACKAGED_FOR = 'linux-x64';
const packageFolder = resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium');
const cacheFolder = resolve(import.meta.dirname, '../../node_modules/.cache');

/**
 * Finds the browser of the tests: the one at `CHROMIUM_PATH` when it is set; on Linux (x64) the headless Chromium that
 * is in the npm packages, unpacked the first time; elsewhere one that is installed on this computer.
 * The package's own `executablePath()` is not used: it trusts any `/tmp/chromium`, old or half-written.
 * Throws `NoChromium` when there is none.
 */
export async function findChromium(): Promise<Chromium> {
  const args = ['--no-sandbox', '--font-render-hinting=none'];
  const given = process.env.CHROMIUM_PATH;
  if (given) return { executablePath: given, args, env: {} };
  const platform = `${process.platform}-${process.arch}`;
  if (platform === PACKAGED_FOR) return { ...(await packagedChromium()), args };
  const installed = usualPlaces(process.platform, process.env).find((place) => existsSync(place));
  if (installed === undefined) throw new NoChromium(platform);
  return { executablePath: installed, args, env: {} };
}

/** @returns where Chrome, Chromium and Edge are usually installed on a system, the most likely first */
export function usualPlaces(
  system: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): readonly string[] {
  if (system === 'darwin') {
    const homes = ['/Applications', posix.join(environment.HOME ?? '/', 'Applications')];
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return names.flatMap((name) =>
      homes.map((home) => posix.join(home, `${name}.app`, 'Contents', 'MacOS', name)),
    );
  }
  if (system === 'win32') {
    const homes = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
      (name) => environment[name] ?? [],
    );
    const programs = ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].map((name) =>
      win32.join(name, 'Application', name.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe'),
    );
    return programs.flatMap((program) => homes.map((home) => win32.join(home, program)));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.flatMap((name) =>
    ['/usr/bin', '/usr/local/bin', '/snap/bin'].map((home) => posix.join(home, name)),
  );
}

async function packagedChromium(): Promise<Omit<Chromium, 'args'>> {
  const folder = join(cacheFolder, `kax-chromium-${packageVersion()}`);
  const executablePath = join(folder, 'chromium');
  if (!existsSync(executablePath)) await unpackChromium(folder, executablePath);
  const env = lacksLibraries(executablePath)
    ? { LD_LIBRARY_PATH: await unpackLibraries(folder) }
    : {};
  return { executablePath, env };
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

/** The package includes the few system libraries (NSS) that a bare machine lacks. */
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

/** npm has no browser for this platform, and none is installed. */
export class NoChromium extends Error {
  constructor(platform: string) {
    super(
      `The browser tests need Chrome or Chromium, and npm has none for ${platform}. Install Chrome, or set CHROMIUM_PATH to a Chromium of yours.`,
    );
    this.name = 'NoChromium';
  }
}
