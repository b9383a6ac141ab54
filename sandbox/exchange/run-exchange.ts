import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment } from '../chain/deployment.ts';
import { requireFreePort } from '../processes/free-port.ts';
import { endLeftover, keepRunning } from '../processes/keep-running.ts';

/** The exchange in its own process, so that it can be killed like everything else. */
export interface KeptExchange {
  /** Base of Rango's protocol. */
  readonly url: string;
  readonly apiKey: string;
  /** Pid of the current process. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** The key that callers of a sandbox must send. */
const SANDBOX_EXCHANGE_KEY = 'sandbox-key';
const READY_WITHIN_MS = 60_000;

/** Starts the exchange and keeps it running until `stop`. Rejects with `PortInUse`. */
export async function runExchange(options: {
  readonly port: number;
  readonly dataDir: string;
  readonly chains: readonly { readonly deployment: Deployment; readonly rpcUrl: string }[];
  readonly report?: (sentence: string) => void;
}): Promise<KeptExchange> {
  const { port, chains, report } = options;
  const dataDir = resolve(options.dataDir);
  const folder = join(dataDir, 'exchange');
  const apiKey = SANDBOX_EXCHANGE_KEY;
  const pidFile = join(folder, 'pid');
  const settings = join(folder, 'settings.json');
  await mkdir(folder, { recursive: true });
  await endLeftover(pidFile);
  await requireFreePort(port, 'the exchange');
  await writeFile(`${settings}.new`, JSON.stringify({ port, apiKey, folder, chains }));
  await rename(`${settings}.new`, settings);
  const url = `http://127.0.0.1:${port}`;
  const kept = await keepRunning({
    name: 'The exchange',
    command: async () => ({
      file: process.execPath,
      args: [join(import.meta.dirname, 'serve.ts'), settings],
      cwd: join(import.meta.dirname, '..', '..'),
    }),
    untilServing: (signal) => untilAnswering(`${url}/meta/swappers?apiKey=${apiKey}`, signal),
    logFile: join(dataDir, 'logs', 'exchange.log'),
    pidFile,
    ...(report && { report }),
  });
  return {
    url,
    apiKey,
    get pid() {
      return kept.pid();
    },
    stop: () => kept.stop(),
  };
}

async function untilAnswering(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    signal.throwIfAborted();
    if (Date.now() > deadline) throw new Error('The exchange does not respond.');
    await sleep(50);
  }
}
