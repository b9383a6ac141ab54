import { createPriceFeed } from './adapters/coingecko/price-feed.ts';
import { createPostgresAttemptLimits } from './adapters/postgres/attempt-limits.ts';
import { migrateDatabase } from './adapters/postgres/migrate.ts';
import { createPostgresSessions } from './adapters/postgres/sessions.ts';
import { readConfig } from './config.ts';
import { createAdvanceOperations } from './jobs/advance-operations.ts';
import { createPollPrices } from './jobs/poll-prices.ts';
import { createSweepExpired } from './jobs/sweep-expired.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createWorld } from './world.ts';

const PRICE_TIMEOUT_MS = 10_000;

const config = readConfig();
await migrateDatabase(config.databaseUrl);
const { database, clock, operations, prices, configured, networks, chains, report, log } =
  createWorld(config, 'worker');

const feed = createPriceFeed({
  ...config.price,
  markets: configured,
  timeoutMs: PRICE_TIMEOUT_MS,
  clock,
});
const tokens = networks.flatMap((network) => network.tokens);
const sessions = createPostgresSessions(database);
const limits = createPostgresAttemptLimits(database);
const jobs = [
  createAdvanceOperations({ operations, chains, clock, report }),
  createPollPrices({ tokens, feed, prices, clock, report }),
  createSweepExpired({ sessions, limits, clock, report }),
];

for (const job of jobs) job.start();
stopOnSignal(log, [() => Promise.all(jobs.map((job) => job.stop())), () => database.close()]);
log.info('ready');
