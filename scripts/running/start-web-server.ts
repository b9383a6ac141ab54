import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepRunning } from '#sandbox/processes/keep-running';
import { viteProgram } from './build-web.ts';
import { type RunSettings, repository } from './settings.ts';

const SERVING_WITHIN_MS = 60_000;

/** Serves the web app from its sources on the app's port, with the API behind it. @returns how to stop it. */
export async function startWebServer(
  { port, dataDir }: RunSettings,
  apiPort: number,
  report: (sentence: string) => void,
): Promise<() => Promise<void>> {
  const server = await keepRunning({
    name: 'The web server',
    command: async () => ({
      file: process.execPath,
      args: [viteProgram, '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
      cwd: repository,
      env: { ...process.env, VITE_API_TARGET: `http://127.0.0.1:${apiPort}` },
    }),
    untilServing: (signal) => untilServing(`http://127.0.0.1:${port}/`, signal),
    logFile: join(dataDir, 'logs', 'web.log'),
    pidFile: join(dataDir, 'processes', 'web'),
    report,
  });
  return () => server.stop();
}

async function untilServing(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + SERVING_WITHIN_MS;
  while (!(await responses(url))) {
    signal.throwIfAborted();
    if (Date.now() > deadline) throw new Error(`${url} did not respond in time.`);
    await sleep(100);
  }
}

async function responses(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return true;
  } catch {
    // Not listening yet.
    return false;
  }
}
