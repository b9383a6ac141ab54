import { readFileSync } from 'node:fs';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import { createCodeSecrets } from './adapters/key-vault/code-secrets.ts';
import { readServerKeys } from './adapters/key-vault/key-files.ts';
import { createKeyVault } from './adapters/key-vault/key-vault.ts';
import { createRecoveryFile } from './adapters/key-vault/recovery-file.ts';
import { createPlaces } from './adapters/places/places.ts';
import { createPostgresAccounts } from './adapters/postgres/accounts.ts';
import { createPostgresAttemptLimits } from './adapters/postgres/attempt-limits.ts';
import { createPostgresAudit } from './adapters/postgres/audit.ts';
import { migrateDatabase } from './adapters/postgres/migrate.ts';
import { createPostgresNotificationSettings } from './adapters/postgres/notification-settings.ts';
import { createPostgresOneTimeCodes } from './adapters/postgres/one-time-codes.ts';
import { createPostgresOutbox } from './adapters/postgres/outbox.ts';
import { createPostgresRampAccess } from './adapters/postgres/ramp-access.ts';
import { createPostgresRampOrders } from './adapters/postgres/ramp-orders.ts';
import { createPostgresRegistrations } from './adapters/postgres/registrations.ts';
import { createPostgresSessions } from './adapters/postgres/sessions.ts';
import { drawQrCode } from './adapters/qrcode/draw-qr-code.ts';
import { derivePrivateAddress } from './adapters/railgun/derive-private-address.ts';
import { systemRandomness } from './adapters/system-clock/system-clock.ts';
import { createTransak } from './adapters/transak/ramp-provider.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createCodeLimits } from './modules/auth/code-limits.ts';
import { seedAccounts } from './modules/auth/seed-accounts.ts';
import { createBalanceBook } from './modules/wallet/balance-book.ts';
import { createPriceBoard } from './modules/wallet/price-board.ts';
import { recoverOperations } from './operations/recover-operations.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createWorld } from './world.ts';

/** Two questions may be needed within one request. */
const RAMP_TIMEOUT_MS = 5_000;

const config = readConfig();
await migrateDatabase(config.databaseUrl);
const world = createWorld(config, 'api');
const { database, clock, operations, changes, networks, chains, report, log } = world;

const accounts = createPostgresAccounts(database);
const sessions = createPostgresSessions(database);
const limits = createPostgresAttemptLimits(database);
const audit = createPostgresAudit(database);
const whenMissing = config.mode === 'sandbox' ? 'create' : 'refuse';
const keys = await readServerKeys(config.keyFolder, whenMissing);
const recovery =
  config.recovery.kind === 'file'
    ? await createRecoveryFile(config.recovery.folder, whenMissing)
    : // Amazon's client takes some 28 MB, which only those pay who use it.
      (await import('./adapters/aws-kms/recovery-kms.ts')).createRecoveryKms(config.recovery);
const vault = createKeyVault({ keys, recovery, sessions, derivePrivateAddress });
const outbox = createPostgresOutbox(database);
const codeSecrets = createCodeSecrets(keys);
const places = createPlaces(config.placesFile);
const balances = createBalanceBook({ networks, chains, operations, changes, clock });
const prices = createPriceBoard({ prices: world.prices, changes, clock, report });
const randomness = systemRandomness;
const provider =
  config.ramp === null
    ? null
    : createTransak({
        ...config.ramp,
        access: createPostgresRampAccess(database, codeSecrets),
        clock,
        timeoutMs: RAMP_TIMEOUT_MS,
      });

let isRecovered = false;
const app = createApp({
  auth: {
    accounts,
    registrations: createPostgresRegistrations(database),
    codes: createPostgresOneTimeCodes(database),
    codeSecrets,
    codeLimits: createCodeLimits(limits),
    sessions,
    vault,
    limits,
    audit,
    outbox,
    notificationSettings: createPostgresNotificationSettings(database),
    places,
    clock,
    randomness,
  },
  keys: {
    accounts,
    vault,
    limits,
    audit,
    outbox,
    clock,
    operations,
    networks,
    balances,
    prices,
    report,
  },
  about: { messagesUrl: config.messagesUrl, recoveryKey: recovery.kind },
  guard: { sessions, clock },
  wallet: {
    networks,
    chains,
    operations,
    balances,
    prices,
    vault,
    clock,
    randomness,
    toChecksumAddress,
    report,
  },
  listing: { networks, operations },
  ramp: {
    provider,
    rampOrders: createPostgresRampOrders(database),
    accounts,
    limits,
    networks,
    operations,
    clock,
    randomness,
    report,
  },
  clock,
  drawQrCode,
  isReady: async () => isRecovered && (await database.isAnswering()),
  security: {
    allowedOrigins: config.publicOrigins,
    qrOrigin: config.qrOrigin,
    rampOrigin: config.ramp?.widgetOrigin ?? null,
    isHttps: config.mode === 'production',
  },
  flood: { clock, ...config.limits },
  webFolder: config.webFolder,
  logger: log,
  trustedProxies: config.trustedProxies,
});

await changes.start();
await prices.load();
await seedAccounts(
  { accounts, vault, audit, clock, randomness },
  config.seedAccountsFile === null ? [] : JSON.parse(readFileSync(config.seedAccountsFile, 'utf8')),
);
stopOnSignal(log, [() => app.close(), () => changes.stop(), () => database.close()]);
await app.listen({ port: config.port, host: config.host });
const { advanced, left } = await recoverOperations({ operations, chains, clock, report });
isRecovered = true;
log.info({ advanced, left }, 'ready');
