import { readFileSync } from 'node:fs';
import { findRampCoin } from '#domain/ramp/ramp-coin';
import { createAuditHeads } from './adapters/audit-files/audit-heads.ts';
import { AUDIT_KEY_FILE, readAuditKey } from './adapters/audit-files/audit-key.ts';
import { hashBytes } from './adapters/evm/hash-bytes.ts';
import { readSignedTransaction as readSigned } from './adapters/evm/read-signed-transaction.ts';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import { readBroadcaster } from './adapters/key-vault/broadcaster.ts';
import { createCodeSecrets } from './adapters/key-vault/code-secrets.ts';
import { createKeyFile, readServerKeys } from './adapters/key-vault/key-files.ts';
import { createKeyVault } from './adapters/key-vault/key-vault.ts';
import { createRecoveryFile } from './adapters/key-vault/recovery-file.ts';
import { createShieldedSeals } from './adapters/key-vault/shielded-seals.ts';
import { createPlaces } from './adapters/places/places.ts';
import { createPostgresAccounts } from './adapters/postgres/accounts/accounts.ts';
import { createPostgresAttemptLimits } from './adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresAudit } from './adapters/postgres/accounts/audit.ts';
import { createPostgresNotificationSettings } from './adapters/postgres/accounts/notification-settings.ts';
import { createPostgresOneTimeCodes } from './adapters/postgres/accounts/one-time-codes.ts';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import { createPostgresRegistrations } from './adapters/postgres/accounts/registrations.ts';
import { createPostgresSessions } from './adapters/postgres/accounts/sessions.ts';
import { migrateDatabase } from './adapters/postgres/connection/migrate.ts';
import { createPostgresRampAccess } from './adapters/postgres/exchange/ramp-access.ts';
import { createPostgresRampOrders } from './adapters/postgres/exchange/ramp-orders.ts';
import { createPostgresPoolHistory } from './adapters/postgres/history/pool-history.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createPostgresPrivateTransactions } from './adapters/postgres/shielded/private-transactions.ts';
import { createPostgresShieldedPoolClient } from './adapters/postgres/shielded/shielded-pool-client.ts';
import { createPostgresShieldedViews } from './adapters/postgres/shielded/shielded-views.ts';
import { createPostgresShieldedWallets } from './adapters/postgres/shielded/shielded-wallets.ts';
import { createPostgresShieldedWorkers } from './adapters/postgres/shielded/shielded-workers.ts';
import { createPostgresWalletRemovals } from './adapters/postgres/wallet-removal.ts';
import { drawQrCode } from './adapters/qrcode/draw-qr-code.ts';
import { derivePrivateAddress } from './adapters/railgun/derive-private-address.ts';
import { createShieldPattern } from './adapters/railgun/shield-pattern.ts';
import { systemRandomness } from './adapters/system-clock/system-clock.ts';
import { createTransak } from './adapters/transak/ramp-provider.ts';
import { createApp } from './app.ts';
import { createEventHub } from './application/event-hub.ts';
import { readConfig } from './config.ts';
import { createDependencies, watchCommits } from './dependencies.ts';
import { guardMemory, warnOfExposures } from './guard-memory.ts';
import { createRecordAuditHead } from './jobs/record-audit-head.ts';
import { seedAccounts } from './modules/auth/accounts/seed-accounts.ts';
import { createCodeLimits } from './modules/auth/codes/code-limits.ts';
import { createKeyHandoff } from './modules/auth/sessions/key-handoff.ts';
import { createExchangeTokenList } from './modules/exchange/listing/token-list.ts';
import { createBalanceCache } from './modules/wallet/balances/balance-cache.ts';
import { createPriceCache } from './modules/wallet/balances/price-cache.ts';
import { createBroadcasterPay } from './modules/wallet/shielded/broadcaster-pay.ts';
import { recoverOperations } from './operations/recover-operations.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** Two node requests may be needed within one request. */
const RAMP_TIMEOUT_MS = 5_000;

guardMemory();
const config = readConfig();
await migrateDatabase(config.databaseUrl);
const dependencies = createDependencies(config, 'api');
const {
  notificationListener,
  database,
  clock,
  operations,
  changes,
  configured,
  networks,
  chains,
  report,
  log,
} = dependencies;
const { calls } = dependencies;
warnOfExposures(config, log);
const commits = await watchCommits(config, dependencies);

const accounts = createPostgresAccounts(database);
const sessions = createPostgresSessions(database);
const limits = createPostgresAttemptLimits(database);
const whenMissing = config.mode === 'sandbox' ? 'create' : 'refuse';
if (whenMissing === 'create') await createKeyFile(config.keyFolder, AUDIT_KEY_FILE);
const auditKey = await readAuditKey(config.keyFolder);
const audit = createPostgresAudit(database, auditKey);
const auditHeads = createRecordAuditHead({
  audit,
  heads: createAuditHeads({
    key: auditKey,
    file: config.auditHeadFile,
    announce: (head) => log.info({ head }, 'audit head'),
  }),
  clock,
  report: ({ message, cause }) => log.error({ err: cause }, message),
});
const keys = await readServerKeys(config.keyFolder, whenMissing);
const recovery =
  config.recovery.kind === 'file'
    ? await createRecoveryFile(config.recovery.folder, whenMissing)
    : // Amazon's client takes some 28 MB, which only servers that use it should load.
      (await import('./adapters/aws-kms/recovery-kms.ts')).createRecoveryKms(config.recovery);
const vault = createKeyVault({ keys, recovery, sessions, derivePrivateAddress });
const outbox = createPostgresOutbox(database);
const codeSecrets = createCodeSecrets(keys);
const places = createPlaces(config.placesFile);
const balances = createBalanceCache({ networks, chains, operations, changes, clock });
const prices = createPriceCache({ prices: dependencies.prices, changes, clock, report });
const randomness = systemRandomness;
const privateTransactions = createPostgresPrivateTransactions(database);
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
  notificationListener,
  clock,
  chainIds: poolChainIds,
  report,
});
const keyHandoff = createKeyHandoff({
  workers,
  wallets: shieldedWallets,
  seals,
  vault,
  clock,
  poolChainIds,
  report,
});
const poolClient = createPostgresShieldedPoolClient({
  pool: database.pool,
  notificationListener,
  workers,
  seals,
  waiting: () => privateTransactions.waiting(),
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
const history = createPostgresPublicHistory(database);
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
  about: { messagesUrl: config.messagesUrl, recoveryKey: recovery.kind },
  guard: { sessions, clock, keyHandoff },
  wallet: {
    removals: createPostgresWalletRemovals(database),
    limits,
    audit,
    outbox,
    networks,
    chains,
    operations,
    history,
    balances,
    prices,
    vault,
    clock,
    randomness,
    toChecksumAddress,
    report,
    poolChainIds,
    views: createPostgresShieldedViews(database, seals),
    poolClient,
    calls,
    privateTransactions: privateTransactions,
    seals,
    pay,
    broadcasterAddress: broadcaster?.address ?? null,
    poolHistory: createPostgresPoolHistory(database),
    wrappedNatives: dependencies.wrappedNatives,
    keccak256: hashBytes,
    shieldPattern: createShieldPattern(configured),
  },
  exchange: {
    networks,
    chains,
    calls: dependencies.calls,
    checks: dependencies.checks,
    contracts: dependencies.exchangeContracts,
    operations,
    swaps: dependencies.swaps,
    exchange: dependencies.exchange,
    cache: createExchangeTokenList({ networks, exchange: dependencies.exchange, clock, report }),
    prices,
    vault,
    clock,
    randomness,
    report,
  },
  metrics: { countOpen: operations.countOpen, followers: history.followers, clock },
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

void dependencies.checkNodes();
await notificationListener.start();
await prices.load();
await workers.load();
await seedAccounts(
  { accounts, vault, audit, clock, randomness },
  config.seedAccountsFile === null ? [] : JSON.parse(readFileSync(config.seedAccountsFile, 'utf8')),
);
auditHeads.start();
stopOnSignal(log, [
  () => app.close(),
  () => auditHeads.stop(),
  () => notificationListener.stop(),
  () => commits.stop(),
  () => database.close(),
]);
await app.listen({ port: config.port, host: config.host });
const { advanced, left } = await recoverOperations({
  operations,
  chains,
  readSigned,
  clock,
  report,
});
isRecovered = true;
log.info({ advanced, left }, 'ready');
