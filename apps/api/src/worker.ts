import { createPriceFeed } from './adapters/coingecko/price-feed.ts';
import { createCodeSecrets } from './adapters/key-vault/code-secrets.ts';
import { readServerKeys } from './adapters/key-vault/key-files.ts';
import { createPostgresAttemptLimits } from './adapters/postgres/attempt-limits.ts';
import { migrateDatabase } from './adapters/postgres/migrate.ts';
import { createPostgresOneTimeCodes } from './adapters/postgres/one-time-codes.ts';
import { createPostgresOperationNotices } from './adapters/postgres/operation-notices.ts';
import { createPostgresOutbox } from './adapters/postgres/outbox.ts';
import { createPostgresRampAccess } from './adapters/postgres/ramp-access.ts';
import { createPostgresRampOrders } from './adapters/postgres/ramp-orders.ts';
import { createPostgresRegistrations } from './adapters/postgres/registrations.ts';
import { createPostgresSessions } from './adapters/postgres/sessions.ts';
import { createSmtpMailer } from './adapters/smtp/mailer.ts';
import { createTransak } from './adapters/transak/ramp-provider.ts';
import { createTwilioSmsSender } from './adapters/twilio/sms-sender.ts';
import { readConfig } from './config.ts';
import { createAdvanceOperations } from './jobs/advance-operations.ts';
import { createAnnounceOperations } from './jobs/announce-operations.ts';
import { createFollowRampOrders } from './jobs/follow-ramp-orders.ts';
import { createPollPrices } from './jobs/poll-prices.ts';
import { createSendOutbox } from './jobs/send-outbox.ts';
import { createSweepExpired } from './jobs/sweep-expired.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createWorld } from './world.ts';

const PRICE_TIMEOUT_MS = 10_000;
const DELIVERY_TIMEOUT_MS = 15_000;
const RAMP_TIMEOUT_MS = 10_000;

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
const outbox = createPostgresOutbox(database);
const keys = await readServerKeys(
  config.keyFolder,
  config.mode === 'sandbox' ? 'create' : 'refuse',
);
const codeSecrets = createCodeSecrets(keys);
const [origin] = config.publicOrigins;
const jobs = [
  createAdvanceOperations({ operations, chains, clock, report }),
  createPollPrices({ tokens, feed, prices, clock, report }),
  createSendOutbox({
    outbox,
    mailer: createSmtpMailer({ ...config.mail, timeoutMs: DELIVERY_TIMEOUT_MS }),
    sms: createTwilioSmsSender({ ...config.sms, timeoutMs: DELIVERY_TIMEOUT_MS }),
    codeSecrets,
    limits,
    host: origin === undefined ? null : new URL(origin).hostname,
    smsRules: config.smsRules,
    clock,
    report,
  }),
  createAnnounceOperations({
    operationNotices: createPostgresOperationNotices(database),
    networks,
    origin: origin ?? null,
    clock,
    report,
  }),
  createSweepExpired({
    sessions,
    limits,
    registrations: createPostgresRegistrations(database),
    codes: createPostgresOneTimeCodes(database),
    outbox,
    clock,
    report,
  }),
  ...(config.ramp === null
    ? []
    : [
        createFollowRampOrders({
          provider: createTransak({
            ...config.ramp,
            access: createPostgresRampAccess(database, codeSecrets),
            clock,
            timeoutMs: RAMP_TIMEOUT_MS,
          }),
          rampOrders: createPostgresRampOrders(database),
          clock,
          report,
        }),
      ]),
];

for (const job of jobs) job.start();
stopOnSignal(log, [() => Promise.all(jobs.map((job) => job.stop())), () => database.close()]);
log.info('ready');
