import { spawn } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isPidRunning } from '#sandbox/processes/process-identity';
import { reapOnExit } from '#sandbox/processes/reap-on-exit';
import { repository } from './settings.ts';

export const webDir = join(repository, 'dist', 'web');
export const viteProgram = join(repository, 'node_modules', 'vite', 'bin', 'vite.js');

const sources = [
  'apps/web',
  'apps/receipt-check',
  'apps/service-worker',
  'scripts/receipt-check',
  'scripts/service-worker',
  'scripts/web-build',
  'packages',
  'vite.config.ts',
  'package-lock.json',
];

/** Builds the web app when there is no build or one of its sources is newer. @returns whether it built. */
export async function buildWebIfStale(logFile: string): Promise<boolean> {
  await removeLeftovers();
  if (!(await isStale())) return false;
  // Built next to its target and then moved, so that a running copy never serves half a build.
  const draft = `${webDir}.${process.pid}`;
  await runVite(draft, logFile);
  const old = `${draft}.old`;
  if (existsSync(webDir)) await rename(webDir, old);
  await rename(draft, webDir);
  await rm(old, { recursive: true, force: true });
  return true;
}

/** Half a build left by a killed copy. */
async function removeLeftovers(): Promise<void> {
  const home = dirname(webDir);
  if (!existsSync(home)) return;
  const draft = new RegExp(`^${basename(webDir)}\\.(\\d+)(\\.old)?$`);
  for (const name of await readdir(home)) {
    const pid = Number.parseInt(draft.exec(name)?.[1] ?? '', 10);
    if (Number.isNaN(pid) || isPidRunning(pid)) continue;
    await rm(join(home, name), { recursive: true, force: true });
  }
}

async function isStale(): Promise<boolean> {
  const built = join(webDir, 'index.html');
  if (!existsSync(built)) return true;
  const builtAt = (await stat(built)).mtimeMs;
  for (const source of sources) {
    if ((await newestChange(join(repository, source))) > builtAt) return true;
  }
  return false;
}

async function newestChange(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(path);
  const changes = await Promise.all(names.map((name) => newestChange(join(path, name))));
  return Math.max(found.mtimeMs, ...changes);
}

async function runVite(outDir: string, logFile: string): Promise<void> {
  await mkdir(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const child = spawn(process.execPath, [viteProgram, 'build', '--outDir', outDir], {
    cwd: repository,
    // Whatever the shell or a test runner sets: users get the production build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  reapOnExit(child);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', done);
  });
  log.end();
  if (code === 0) return;
  await rm(outDir, { recursive: true, force: true });
  throw new Error(`The web app could not be built. See ${logFile}.`);
}
