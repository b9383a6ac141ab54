import { readFileSync } from 'node:fs';
import { findRampCoin } from '#domain/ramp/ramp-coin';
import { hashBytes } from './adapters/evm/hash-bytes.ts';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import { readBroadcaster } from './adapters/key-vault/broadcaster.ts';
import { createCodeSecrets } from './adapters/key-vault/code-secrets.ts';
import { readServerKeys } from './adapters/key-vault/key-files.ts';
import { createKeyVault } from './adapters/key-vault/key-vault.ts';
import { createRecoveryFile } from './adapters/key-vault/recovery-file.ts';
import { createShieldedSeals } from './adapters/key-vault/shielded-seals.ts';
import { createPlaces } from './adapters/places/places.ts';
import { createPostgresAccounts } from './adapters/postgres/accounts.ts';
import { createPostgresAttemptLimits } from './adapters/postgres/attempt-limits.ts';
import { createPostgresAudit } from './adapters/postgres/audit.ts';
import { migrateDatabase } from './adapters/postgres/migrate.ts';
import { createPostgresNotificationSettings } from './adapters/postgres/notification-settings.ts';
import { createPostgresOneTimeCodes } from './adapters/postgres/one-time-codes.ts';
import { createPostgresOutbox } from './adapters/postgres/outbox.ts';
import { createPostgresPoolHistory } from './adapters/postgres/pool-history.ts';
import { createPostgresPrivateSpends } from './adapters/postgres/private-spends.ts';
import { createPostgresPublicHistory } from './adapters/postgres/public-history.ts';
import { createPostgresRampAccess } from './adapters/postgres/ramp-access.ts';
import { createPostgresRampOrders } from './adapters/postgres/ramp-orders.ts';
import { createPostgresRegistrations } from './adapters/postgres/registrations.ts';
import { createPostgresSessions } from './adapters/postgres/sessions.ts';
import { createPostgresShieldedDesk } from './adapters/postgres/shielded-desk.ts';
import { createPostgresShieldedViews } from './adapters/postgres/shielded-views.ts';
import { createPostgresShieldedWallets } from './adapters/postgres/shielded-wallets.ts';
import { createPostgresShieldedWorkers } from './adapters/postgres/shielded-workers.ts';
import { drawQrCode } from './adapters/qrcode/draw-qr-code.ts';
import { derivePrivateAddress } from './adapters/railgun/derive-private-address.ts';
import { systemRandomness } from './adapters/system-clock/system-clock.ts';
import { createTransak } from './adapters/transak/ramp-provider.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createCodeLimits } from './modules/auth/code-limits.ts';
import { seedAccounts } from './modules/auth/seed-accounts.ts';
import { createWalletOpener } from './modules/auth/wallet-opener.ts';
import { createExchangeBoard } from './modules/exchange/exchange-board.ts';
import { createBalanceBook } from './modules/wallet/balance-book.ts';
import { createBroadcasterPay } from './modules/wallet/broadcaster-pay.ts';
import { createEventHub } from './modules/wallet/event-hub.ts';
import { createPriceBoard } from './modules/wallet/price-board.ts';
import { recoverOperations } from './operations/recover-operations.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createWorld } from './world.ts';

/** Two questions may be needed within one request. */
const RAMP_TIMEOUT_MS = 5_000;

const config = readConfig();
await migrateDatabase(config.databaseUrl);
const world = createWorld(config, 'api');
const { bell, database, clock, operations, changes, configured, networks, chains, report, log } =
  world;
const { calls } = world;

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
const privateSpends = createPostgresPrivateSpends(database);
const seals = createShieldedSeals(keys);
const poolChainIds = configured.flatMap(({ network, shieldedPool }) =>
  shieldedPool === null ? [] : [network.chainId],
);
const broadcaster =
  poolChainIds.length === 0
    ? null
    : await readBroadcaster(config.keyFolder, whenMissing, derivePrivateAddress);
const pay = createBroadcasterPay({
  broadcaster,
  premiumBps: config.broadcasterFeeBps,
  prices,
});
const shieldedWallets = createPostgresShieldedWallets(database);
const workers = createPostgresShieldedWorkers({
  wallets: shieldedWallets,
  seals,
  bell,
  clock,
  chainIds: poolChainIds,
  report,
});
const opener = createWalletOpener({
  workers,
  wallets: shieldedWallets,
  seals,
  vault,
  clock,
  poolChainIds,
  report,
});
const desk = createPostgresShieldedDesk({
  pool: database.pool,
  bell,
  workers,
  seals,
  waiting: () => privateSpends.waiting(),
  clock,
  randomness,
  poolChainId: poolChainIds[0] ?? null,
});
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
  guard: { sessions, clock, opener },
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
    poolChainIds,
    views: createPostgresShieldedViews(database, seals),
    desk,
    calls,
    spends: privateSpends,
    seals,
    pay,
    broadcasterAddress: broadcaster?.address ?? null,
    poolHistory: createPostgresPoolHistory(database),
    wrappedNatives: world.wrappedNatives,
    keccak256: hashBytes,
  },
  exchange: {
    networks,
    chains,
    calls: world.calls,
    checks: world.checks,
    contracts: world.exchangeContracts,
    operations,
    swaps: world.swaps,
    exchange: world.exchange,
    board: createExchangeBoard({ networks, exchange: world.exchange, clock, report }),
    prices,
    vault,
    clock,
    randomness,
    report,
  },
  listing: { networks, operations },
  history: { networks, history: createPostgresPublicHistory(database) },
  events: createEventHub(changes),
  ramp: {
    provider,
    rampOrders: createPostgresRampOrders(database, findRampCoin(networks)?.network.chainId ?? null),
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

await bell.start();
await prices.load();
await workers.load();
await seedAccounts(
  { accounts, vault, audit, clock, randomness },
  config.seedAccountsFile === null ? [] : JSON.parse(readFileSync(config.seedAccountsFile, 'utf8')),
);
stopOnSignal(log, [() => app.close(), () => bell.stop(), () => database.close()]);
await app.listen({ port: config.port, host: config.host });
const { advanced, left } = await recoverOperations({ operations, chains, clock, report });
isRecovered = true;
log.info({ advanced, left }, 'ready');
