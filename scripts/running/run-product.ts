import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory } from '#sandbox/processes/directory-lock';
import { requireFreePort } from '#sandbox/processes/free-port';
import { watchParent } from '#sandbox/processes/watch-parent';
import { createFaucet } from '#sandbox/seed/faucet';
import { fundBroadcaster } from '#sandbox/seed/fund-broadcaster';
import { fundUsers } from '#sandbox/seed/fund-users';
import { createShieldedFaucet } from '#sandbox/seed/shielded-faucet';
import { welcomeNewcomers } from '#sandbox/seed/welcome-newcomers';
import { writeAccountsFile } from '#sandbox/seed/write-accounts-file';
import { type RunningSandbox, startSandbox } from '#sandbox/start';
import { buildWebIfStale, webDir } from './build-web.ts';
import { prepareDatabase } from './prepare-database.ts';
import { keyFolderOf } from './prepare-keys.ts';
import { createProgress, type Progress, printTable } from './progress.ts';
import { lockFileOf, type RunSettings } from './settings.ts';
import { endLeftoverServers, startServers } from './start-servers.ts';
import { startSigner } from './start-signer.ts';
import { startWebServer } from './start-web-server.ts';

type Stop = () => Promise<void> | void;

const API_PORT_IN_DEVELOPMENT = 10;
/** After this long, this process exits without an orderly stop, and the reaper ends what is left. */
const STOP_WITHIN_MS = 15_000;

/**
 * Runs the whole product until a signal or the end of its parent process stops it: sandbox, API, both workers and the
 * web app, built or served from its sources. However it ends, everything it started is stopped in reverse order.
 */
export async function runProduct(
  settings: RunSettings,
  webFrom: 'build' | 'sources',
): Promise<void> {
  const progress = createProgress();
  const stops: Stop[] = [];
  const signal = nextSignal();
  let failure: unknown = null;
  try {
    await startEverything({ settings, webFrom, progress, stops, signal });
    await signal.given;
  } catch (error) {
    failure = error;
  }
  if (failure !== null && !signal.isGiven()) console.error(`\n${sentenceOf(failure)}`);
  progress.report('stopping');
  for (const stop of stops.reverse()) await stop();
  progress.report('stopped');
  process.exitCode = failure !== null && !signal.isGiven() ? 1 : 0;
}

interface Run {
  readonly settings: RunSettings;
  readonly webFrom: 'build' | 'sources';
  readonly progress: Progress;
  /** Cleanup functions, called in reverse order. */
  readonly stops: Stop[];
  readonly signal: Signal;
}

async function startEverything(run: Run): Promise<void> {
  const { settings, webFrom, progress, stops, signal } = run;
  await mkdir(settings.dataDir, { recursive: true, mode: 0o755 });
  const lock = lockDirectory(settings.dataDir, lockFileOf(settings));
  stops.push(() => lock.release());
  await endLeftoverServers(settings);
  await requireFreePort(settings.port, 'the app');
  progress.report(`starting in ${settings.dataDir}`);
  const [sandbox] = await allOrStop(
    [
      startOutsideServices(settings, webFrom, progress),
      webFrom === 'build' ? buildWeb(settings, progress) : null,
    ],
    stops,
  );
  if (signal.isGiven()) return;
  const isFromSources = webFrom === 'sources';
  const apiPort = apiPortOf(settings, webFrom);
  const { networksFile, priceBaseUrl, exchange, messages, artifactsDirectory, ramp } = sandbox;
  if (!networksFile || !priceBaseUrl || !messages || !artifactsDirectory || !ramp || !exchange)
    throw new Error('The sandbox is incomplete.');
  if (!messages || !artifactsDirectory) throw new Error('The sandbox is incomplete.');
  const accountsFile = join(settings.dataDir, 'sandbox', 'accounts.json');
  await writeAccountsFile(accountsFile);
  const signer = await startSigner(settings, networksFile);
  stops.push(() => signer.close());
  const { ownerUrl, roleUrls } = await prepareDatabase(settings, sandbox.database, progress.report);
  const servers = await startServers(
    settings,
    {
      port: apiPort,
      roleUrls,
      networksFile,
      priceBaseUrl,
      exchange,
      messages,
      artifactsDirectory,
      ramp,
      signer,
      accountsFile,
      webDir,
      publicOrigins: [`http://localhost:${settings.port}`, `http://127.0.0.1:${settings.port}`],
    },
    progress.report,
  );
  stops.push(() => servers.stop());
  progress.report('the server is ready');
  if (signal.isGiven()) return;
  stops.push(await fund(run, sandbox, { databaseUrl: ownerUrl, apiUrl: servers.apiUrl }));
  if (isFromSources) stops.push(await startWebServer(settings, apiPort, progress.report));
  printTable(settings.port, settings.dataDir, progress.seconds());
}

/** Waits for both even when one fails, so that nothing still starting is left behind. */
async function allOrStop(
  [startingSandbox, web]: readonly [Promise<RunningSandbox>, Promise<void> | null],
  stops: Stop[],
): Promise<[RunningSandbox]> {
  const [sandbox, built] = await Promise.allSettled([startingSandbox, web]);
  if (sandbox.status === 'fulfilled') stops.push(() => sandbox.value.stop());
  if (sandbox.status === 'rejected') throw sandbox.reason;
  if (built.status === 'rejected') throw built.reason;
  return [sandbox.value];
}

/** In development the web app's own server uses the first port. */
function apiPortOf({ port }: RunSettings, webFrom: 'build' | 'sources'): number {
  return port + (webFrom === 'sources' ? API_PORT_IN_DEVELOPMENT : 0);
}

function startOutsideServices(
  settings: RunSettings,
  webFrom: 'build' | 'sources',
  progress: Progress,
): Promise<RunningSandbox> {
  return startSandbox({
    dataDir: settings.dataDir,
    port: settings.port,
    apiPort: apiPortOf(settings, webFrom),
    ...(settings.databaseUrl !== null && {
      only: ['polygon', 'avalanche', 'prices', 'exchange', 'messages', 'ramp'],
    }),
    anvilPath: settings.anvilPath,
    report: progress.report,
  });
}

async function buildWeb(settings: RunSettings, progress: Progress): Promise<void> {
  const didBuild = await buildWebIfStale(join(settings.dataDir, 'logs', 'web-build.log'));
  if (didBuild) progress.report('the web app is built');
}

async function fund(
  { settings, progress }: Run,
  sandbox: RunningSandbox,
  { databaseUrl, apiUrl }: { readonly databaseUrl: string; readonly apiUrl: string },
): Promise<Stop> {
  const faucets = new Map(
    [...sandbox.networks].map(([slug, { network, deployment, chain }]) => [
      slug,
      createFaucet({ network, deployment, call: chain.call }),
    ]),
  );
  const pool = sandbox.networks.get('polygon');
  const shieldedFaucet = pool
    ? createShieldedFaucet({ deployment: pool.deployment, call: pool.chain.call })
    : null;
  const polygon = faucets.get('polygon');
  if (!polygon) throw new Error('There is no Polygon chain to welcome newcomers on.');
  const [seeded] = await Promise.all([
    fundUsers(apiUrl, faucets, shieldedFaucet),
    fundBroadcaster(keyFolderOf(settings, 'worker'), polygon),
  ]);
  progress.report('the seeded users have their money');
  const welcome = welcomeNewcomers({
    databaseUrl,
    faucet: polygon,
    except: seeded,
    report: progress.report,
  });
  return () => welcome.stop();
}

interface Signal {
  readonly given: Promise<void>;
  isGiven(): boolean;
}

/** Resolves on Ctrl-C, a plain kill, a closed terminal or the end of the parent process. Each means an orderly stop. */
function nextSignal(): Signal {
  let isGiven = false;
  const given = new Promise<void>((done) => {
    const stop = () => {
      if (!isGiven) setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
      isGiven = true;
      done();
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
    watchParent(process.env.npm_lifecycle_script, stop);
  });
  // Writing to a closed terminal must not interrupt the stop.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return { given, isGiven: () => isGiven };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
