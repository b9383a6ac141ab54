import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeptExchange } from '#sandbox/exchange/run-exchange';
import type { RunningMessages } from '#sandbox/messages/start-messages';
import { endLeftover, keepRunning } from '#sandbox/processes/keep-running';
import type { RunningRamp } from '#sandbox/ramp/start-ramp';
import { type RunSettings, repository } from './settings.ts';

export interface RunningServers {
  /** Base of the API, as in `http://127.0.0.1:7600/api`. */
  readonly apiUrl: string;
  stop(): Promise<void>;
}

/** What the servers are told about the world besides what RunSettings says. */
export interface ServerEnvironment {
  readonly port: number;
  readonly databaseUrl: string;
  readonly networksFile: string;
  readonly priceBaseUrl: string;
  readonly exchange: Pick<KeptExchange, 'url' | 'apiKey'>;
  readonly messages: Pick<RunningMessages, 'url' | 'smtpUrl' | 'twilio'>;
  /** The files that the private pool proves with. */
  readonly artifactsDirectory: string;
  readonly ramp: Pick<RunningRamp, 'url' | 'credentials'>;
  readonly accountsFile: string;
  readonly webDir: string;
  readonly publicOrigins: readonly string[];
}

const READY_WITHIN_MS = 60_000;
/** A worker has no port to ask; one that could not start has ended by then. */
const WORKER_SETTLES_MS = 500;
const names = ['api', 'worker', 'shielded'] as const;
const programs = {
  api: 'apps/api/src/main.ts',
  worker: 'apps/api/src/worker.ts',
  shielded: 'apps/api/src/shielded-worker.ts',
} as const;
const sayings = {
  api: 'The api',
  worker: 'The worker',
  shielded: 'The private pool’s process',
} as const;

/** Ends the servers that a killed predecessor left running on this data directory. */
export async function endLeftoverServers(settings: RunSettings): Promise<void> {
  await Promise.all(names.map((name) => endLeftover(pidFileOf(settings, name))));
}

/**
 * Starts the API, the worker and the process that holds the private pool, and keeps them running; resolves when
 * the API says that it is ready. The pool comes when it has read what is on the chain.
 */
export async function startServers(
  settings: RunSettings,
  harness: ServerEnvironment,
  report: (sentence: string) => void,
): Promise<RunningServers> {
  await mkdir(join(settings.dataDir, 'processes'), { recursive: true });
  const apiUrl = `http://127.0.0.1:${harness.port}/api`;
  const environment = environmentOf(settings, harness);
  const started = await Promise.allSettled([
    run('api', (signal) => untilReady(apiUrl, signal)),
    run('worker', (signal) => sleep(WORKER_SETTLES_MS, undefined, { signal })),
    run('shielded', (signal) => sleep(WORKER_SETTLES_MS, undefined, { signal })),
  ]);
  const stop = async () => {
    await Promise.all(
      started.map((each) => (each.status === 'fulfilled' ? each.value.stop() : null)),
    );
  };
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await stop();
    throw failed.reason;
  }
  return { apiUrl, stop };

  function run(name: (typeof names)[number], untilServing: (signal: AbortSignal) => Promise<void>) {
    return keepRunning({
      name: sayings[name],
      command: async () => ({
        file: process.execPath,
        args: [programs[name]],
        cwd: repository,
        env: environment,
      }),
      untilServing,
      logFile: join(settings.dataDir, 'logs', `${name}.log`),
      pidFile: pidFileOf(settings, name),
      report,
    });
  }
}

function pidFileOf({ dataDir }: RunSettings, name: string): string {
  return join(dataDir, 'processes', name);
}

function environmentOf(settings: RunSettings, harness: ServerEnvironment): NodeJS.ProcessEnv {
  return {
    ...process.env,
    KAX_MODE: 'sandbox',
    HOST: '127.0.0.1',
    PORT: String(harness.port),
    DATABASE_URL: harness.databaseUrl,
    NETWORKS_FILE: harness.networksFile,
    PRICE_BASE_URL: harness.priceBaseUrl,
    RANGO_BASE_URL: harness.exchange.url,
    RANGO_API_KEY: harness.exchange.apiKey,
    SMTP_URL: harness.messages.smtpUrl,
    MAIL_FROM: 'Kax <no-reply@kax.test>',
    TWILIO_BASE_URL: harness.messages.url,
    TWILIO_ACCOUNT_SID: harness.messages.twilio.accountSid,
    TWILIO_AUTH_TOKEN: harness.messages.twilio.authToken,
    TWILIO_FROM: '+15005550006',
    TRANSAK_API_URL: harness.ramp.url,
    TRANSAK_GATEWAY_URL: harness.ramp.url,
    TRANSAK_WIDGET_ORIGIN: harness.ramp.url,
    TRANSAK_API_KEY: harness.ramp.credentials.apiKey,
    TRANSAK_API_SECRET: harness.ramp.credentials.apiSecret,
    MESSAGES_URL: harness.messages.url.replace('127.0.0.1', 'localhost'),
    SEED_ACCOUNTS_FILE: harness.accountsFile,
    KEY_DIR: join(settings.dataDir, 'keys'),
    SHIELDED_DIR: join(settings.dataDir, 'shielded'),
    ARTIFACTS_DIR: harness.artifactsDirectory,
    WEB_DIR: harness.webDir,
    LOG_LEVEL: settings.logLevel,
    PUBLIC_ORIGINS: harness.publicOrigins.join(','),
  };
}

async function untilReady(apiUrl: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      const response = await fetch(`${apiUrl}/ready`, { signal: AbortSignal.timeout(5_000) });
      await response.body?.cancel();
      if (response.ok) return;
    } catch {
      // Not listening yet; the deadline below decides.
    }
    signal.throwIfAborted();
    if (Date.now() > deadline) throw new Error(`${apiUrl}/ready did not answer in time.`);
    await sleep(50);
  }
}
