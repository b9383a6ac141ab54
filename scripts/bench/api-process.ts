import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** One more API process next to the product's own, with part of its environment replaced. */
export interface ApiProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until `/api/ready` returned 200. */
  readonly readyAfterMs: number;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const main = resolve(import.meta.dirname, '../../apps/api/src/main.ts');

const READY_WITHIN_MS = 30_000;
const LOOK_MS = 100;

/** Starts it and waits until it is ready; rejects when it is not ready in time. */
export async function startApiProcess(
  environment: Readonly<Record<string, string>>,
  port: number,
  readyWithinMs = READY_WITHIN_MS,
): Promise<ApiProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...environment, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child, readyWithinMs);
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    kill: (signal) =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill(signal);
      }),
  };
}

async function waitUntilReady(url: string, child: ChildProcess, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The API process ended with ${child.exitCode}.`);
    const response = await fetch(`${url}/api/ready`).catch(() => null);
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  child.kill('SIGKILL');
  throw new Error(`The API process on ${url} was not ready after ${withinMs / 1_000} s.`);
}
