import { mkdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeptExchange } from '#sandbox/exchange/run-exchange';
import type { RunningMessages } from '#sandbox/messages/start-messages';
import { endLeftover, keepRunning } from '#sandbox/processes/keep-running';
import type { RunningRamp } from '#sandbox/ramp/start-ramp';
import type { RoleUrls } from './prepare-database.ts';
import { keyFolderOf, prepareKeys, recoverySocketOf } from './prepare-keys.ts';
import { environmentFor } from './server-environment.ts';
import { type RunSettings, repository } from './settings.ts';
import type { RunningSigner } from './start-signer.ts';
import { withoutCoreFiles } from './without-core-files.ts';

export interface RunningServers {
  /** Base of the API, such as `http://127.0.0.1:7600/api`. */
  readonly apiUrl: string;
  stop(): Promise<void>;
}

/** What the servers need to know in addition to RunSettings. */
export interface ServerEnvironment {
  readonly port: number;
  readonly roleUrls: RoleUrls;
  readonly networksFile: string;
  readonly priceBaseUrl: string;
  readonly exchange: Pick<KeptExchange, 'url' | 'apiKey'>;
  readonly messages: Pick<RunningMessages, 'url' | 'smtpUrl' | 'pushOrigin' | 'twilio'>;
  /** Directory of the proving files of the private pool. */
  readonly artifactsDirectory: string;
  readonly ramp: Pick<RunningRamp, 'url' | 'credentials'>;
  readonly signer: Pick<RunningSigner, 'origin' | 'release'>;
  readonly accountsFile: string;
  readonly webDir: string;
  readonly publicOrigins: readonly string[];
}

const READY_WITHIN_MS = 60_000;
/** A worker has no port to check; one that could not start has ended by then. */
const WORKER_SETTLES_MS = 500;
const names = ['recovery', 'api', 'worker', 'shielded-worker'] as const;
const programs = {
  recovery: 'apps/api/src/recovery.ts',
  api: 'apps/api/src/main.ts',
  worker: 'apps/api/src/worker.ts',
  'shielded-worker': 'apps/api/src/shielded-worker.ts',
} as const;
const roles = {
  recovery: 'kax_recovery',
  api: 'kax_api',
  worker: 'kax_worker',
  'shielded-worker': 'kax_shielded_worker',
} as const;
const sayings = {
  recovery: 'Account recovery',
  api: 'The api',
  worker: 'The worker',
  'shielded-worker': 'The private pool’s process',
} as const;

/** Ends the servers that a killed predecessor left running in this data directory. */
export async function endLeftoverServers(settings: RunSettings): Promise<void> {
  await Promise.all(names.map((name) => endLeftover(pidFileOf(settings, name))));
}

/**
 * Starts account recovery, the API, the worker and the process of the private pool, and keeps them running; resolves
 * when the API is ready. The pool becomes available once it has synced with the chain.
 */
export async function startServers(
  settings: RunSettings,
  dependencies: ServerEnvironment,
  report: (sentence: string) => void,
): Promise<RunningServers> {
  await mkdir(join(settings.dataDir, 'processes'), { recursive: true });
  const apiUrl = `http://127.0.0.1:${dependencies.port}/api`;
  await prepareKeys(settings);
  const variables = variablesOf(settings, dependencies);
  // The api needs its socket.
  const socket = recoverySocketOf(settings);
  const recovery = await run('recovery', (signal) => untilListening(socket, signal));
  const others = await Promise.allSettled([
    run('api', (signal) => untilReady(apiUrl, signal)),
    run('worker', (signal) => sleep(WORKER_SETTLES_MS, undefined, { signal })),
    run('shielded-worker', (signal) => sleep(WORKER_SETTLES_MS, undefined, { signal })),
  ]);
  const stop = async () => {
    await Promise.all(
      others.map((each) => (each.status === 'fulfilled' ? each.value.stop() : null)),
    );
    await recovery.stop();
  };
  const failed = others.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await stop();
    throw failed.reason;
  }
  return { apiUrl, stop };

  function run(name: (typeof names)[number], untilServing: (signal: AbortSignal) => Promise<void>) {
    return keepRunning({
      name: sayings[name],
      command: async () => ({
        ...withoutCoreFiles(process.execPath, ['--disable-sigusr1', programs[name]]),
        cwd: repository,
        env: environmentFor(name, {
          ...process.env,
          ...variables,
          KEY_DIR: keyFolderOf(settings, name),
          DATABASE_URL: dependencies.roleUrls[roles[name]],
        }),
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

/** @returns what all of them together read; each gets its own part */
function variablesOf(settings: RunSettings, dependencies: ServerEnvironment): NodeJS.ProcessEnv {
  return {
    KAX_MODE: 'sandbox',
    HOST: '127.0.0.1',
    PORT: String(dependencies.port),
    NETWORKS_FILE: dependencies.networksFile,
    PRICE_BASE_URL: dependencies.priceBaseUrl,
    RANGO_BASE_URL: dependencies.exchange.url,
    RANGO_API_KEY: dependencies.exchange.apiKey,
    SMTP_URL: dependencies.messages.smtpUrl,
    MAIL_FROM: 'Kax <no-reply@kax.test>',
    TWILIO_BASE_URL: dependencies.messages.url,
    TWILIO_ACCOUNT_SID: dependencies.messages.twilio.accountSid,
    TWILIO_AUTH_TOKEN: dependencies.messages.twilio.authToken,
    TWILIO_FROM: '+15005550006',
    PUSH_HOSTS: dependencies.messages.pushOrigin,
    TRANSAK_API_URL: dependencies.ramp.url,
    TRANSAK_GATEWAY_URL: dependencies.ramp.url,
    TRANSAK_WIDGET_ORIGIN: dependencies.ramp.url,
    TRANSAK_API_KEY: dependencies.ramp.credentials.apiKey,
    TRANSAK_API_SECRET: dependencies.ramp.credentials.apiSecret,
    MESSAGES_URL: dependencies.messages.url.replace('127.0.0.1', 'localhost'),
    SUPPORT_EMAIL: 'help@kax.test',
    SIGNER_ORIGIN: dependencies.signer.origin,
    SIGNER_RELEASE: dependencies.signer.release,
    SEED_ACCOUNTS_FILE: dependencies.accountsFile,
    // Many browsers and programs sign in as the same seeded users, each of them new.
    NEW_DEVICE_MINUTES: '0',
    // A passkey can be tried at once.
    UNFREEZE_PASSKEY_HOURS: '0',
    RECOVERY_SOCKET: recoverySocketOf(settings),
    AUDIT_HEAD_FILE: join(settings.dataDir, 'audit-heads.jsonl'),
    SHIELDED_DIR: join(settings.dataDir, 'shielded'),
    ARTIFACTS_DIR: dependencies.artifactsDirectory,
    WEB_DIR: dependencies.webDir,
    LOG_LEVEL: settings.logLevel,
    PUBLIC_ORIGINS: dependencies.publicOrigins.join(','),
  };
}

async function untilListening(socket: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isListening(socket))) {
    signal.throwIfAborted();
    if (Date.now() > deadline) throw new Error(`${socket} did not respond in time.`);
    await sleep(50);
  }
}

function isListening(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection(path, () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
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
    if (Date.now() > deadline) throw new Error(`${apiUrl}/ready did not respond in time.`);
    await sleep(50);
  }
}
