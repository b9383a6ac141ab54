import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRampCoin } from '#domain/ramp/ramp-coin';
import { assembleTransaction as assemble } from '#signing/public/eip1559';
import { createAuditHeads } from './adapters/audit-files/audit-heads.ts';
import { readAuditKey } from './adapters/audit-files/audit-key.ts';
import { readSignedTransaction as readSigned } from './adapters/evm/read-signed-transaction.ts';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import {
  ACCOUNTS_PUBLIC_FILE,
  readAccountVerifier,
} from './adapters/key-vault/account-signatures.ts';
import { readBroadcasterAddresses } from './adapters/key-vault/broadcaster-addresses.ts';
import { readSecret } from './adapters/key-vault/key-files.ts';
import { createKeyVault } from './adapters/key-vault/key-vault.ts';
import { readServerKeys } from './adapters/key-vault/peppers.ts';
import { createPostgresAccounts } from './adapters/postgres/accounts/accounts.ts';
import { createPostgresCountedLimits } from './adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresAudit } from './adapters/postgres/accounts/audit.ts';
import { createPostgresContactChangeView } from './adapters/postgres/accounts/contact-change-view.ts';
import { createPostgresDiscoverability } from './adapters/postgres/accounts/discoverability.ts';
import { createPostgresLostFactors } from './adapters/postgres/accounts/lost-factors.ts';
import { createPostgresNotificationSettings } from './adapters/postgres/accounts/notification-settings.ts';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import { createPostgresRegistrations } from './adapters/postgres/accounts/registrations.ts';
import { createRotationMemory } from './adapters/postgres/accounts/rotation-memory.ts';
import { createPostgresSenderNames } from './adapters/postgres/accounts/sender-names.ts';
import { createPostgresSessions } from './adapters/postgres/accounts/sessions.ts';
import { createPostgresUserLanguages } from './adapters/postgres/accounts/user-languages.ts';
import { createPostgresRampAccess } from './adapters/postgres/exchange/ramp-access.ts';
import { createPostgresRampOrders } from './adapters/postgres/exchange/ramp-orders.ts';
import { createPostgresSwaps } from './adapters/postgres/exchange/swaps.ts';
import { createPostgresPoolHistory } from './adapters/postgres/history/pool-history.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createNewestStates } from './adapters/postgres/newest-states.ts';
import { createPostgresOperations } from './adapters/postgres/operations/operations.ts';
import { requireRole } from './adapters/postgres/roles/require-role.ts';
import { createPostgresShieldedViews } from './adapters/postgres/shielded/shielded-views.ts';
import { createPostgresWalletRemovals } from './adapters/postgres/wallet-removal.ts';
import { drawQrCode } from './adapters/qrcode/draw-qr-code.ts';
import { derivePrivateAddress } from './adapters/railgun/derive-private-address.ts';
import { createShieldPattern } from './adapters/railgun/shield-pattern.ts';
import { connectRecovery } from './adapters/recovery-socket/connect-recovery.ts';
import { systemRandomness as randomness } from './adapters/system-clock/system-clock.ts';
import { createTransak } from './adapters/transak/ramp-provider.ts';
import { createApp } from './app.ts';
import { createEventHub } from './application/event-hub.ts';
import { createShadowLimits } from './application/shadow-limits.ts';
import { createStoredFactors } from './application/stored-factors.ts';
import { createCodeParts } from './code-parts.ts';
import { readApiConfig } from './config.ts';
import { createContactParts } from './contact-parts.ts';
import { createCustodyParts } from './custody-parts.ts';
import {
  createDependencies,
  createExchange,
  readRampSeals,
  readRowSeals,
  sealRowsOnce,
  unsealedReport,
  watchCommits,
} from './dependencies.ts';
import { createFactorParts } from './factor-parts.ts';
import { readFreezeLinks } from './freeze-links.ts';
import { guardMemory, warnOfExposures } from './guard-memory.ts';
import { createRecordAuditHead } from './jobs/record-audit-head.ts';
import { createRemoveLostFactors } from './jobs/remove-lost-factors.ts';
import { readLinkParts } from './link-parts.ts';
import { seedAccounts } from './modules/auth/accounts/seed-accounts.ts';
import { createExchangeTokenList } from './modules/exchange/listing/token-list.ts';
import { createBalanceCache } from './modules/wallet/balances/balance-cache.ts';
import { createBroadcasterPay } from './modules/wallet/shielded/broadcaster-pay.ts';
import { recoverOperations } from './operations/recover-operations.ts';
import { createBroadcasterParts, createPoolParts } from './pool-parts.ts';
import { createPriceParts } from './price-parts.ts';
import { createProtectionParts } from './protection-parts.ts';
import { readPushParts } from './push-parts.ts';
import { createReceiptParts } from './receipt-parts.ts';
import { createSignInGuards } from './sign-in-guards.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { warnUnlessRecovering } from './warn-unless-recovering.ts';

/** Two node requests may be needed within one request. */
const RAMP_TIMEOUT_MS = 5_000;

guardMemory();
const config = readApiConfig();
const dependencies = createDependencies(config, 'api');
const {
  notificationListener,
  database,
  clock,
  changes,
  configured,
  networks,
  chains,
  report,
  log,
} = dependencies;
const operations = createPostgresOperations(database);
warnOfExposures(config, log);
await requireRole(database, 'kax_api', config);
const commits = await watchCommits(config, dependencies);

const verifier = await readAccountVerifier(join(config.keyFolder, ACCOUNTS_PUBLIC_FILE));
const seals = await readRowSeals(config, 'rows-1', { log, clock });
const sharedSeals = await readRowSeals(config, 'shared-rows-1', { log, clock });
const memory = createRotationMemory();
changes.onSessionEnded(memory.ended);
const sessions = createPostgresSessions(database, { verifier, seals, memory, clock });
const limits = createShadowLimits(createPostgresCountedLimits(database));
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
const keys = await readServerKeys(config.keyFolder);
const recovery = connectRecovery(config.recovery.socket);
void warnUnlessRecovering(recovery, config.recovery.keyKind, log);
const accounts = createPostgresAccounts(database, {
  ...{ verifier, seals, newest: createNewestStates() },
});
const discoverability = createPostgresDiscoverability(database, {
  ...{ verifier, seals, newest: createNewestStates() },
});
const vault = createKeyVault({ keys, sessions, derivePrivateAddress });
const outbox = createPostgresOutbox(database);
const codes = createCodeParts(config, { database, limits, clock });
const balances = createBalanceCache({ networks, chains, operations, changes, clock });
const { prices, rates } = createPriceParts(dependencies, sharedSeals);
const poolChainIds = [...dependencies.poolContracts.keys()];
const broadcaster =
  poolChainIds.length === 0 ? null : await readBroadcasterAddresses(config.keyFolder);
const pay = createBroadcasterPay({
  broadcaster,
  premiumBps: config.broadcasterFeeBps,
  prices,
});
const { privateTransactions, shieldedSeals, workers, keyHandoff, poolClient } = createPoolParts(
  { database, notificationListener, vault, clock, randomness, report },
  { poolChainIds, secret: await readSecret(config.keyFolder, 'pool-1') },
);
const provider =
  config.ramp === null
    ? null
    : createTransak({
        ...config.ramp,
        access: createPostgresRampAccess(database, await readRampSeals(config)),
        ...{ clock, timeoutMs: RAMP_TIMEOUT_MS },
      });

const exchange = createExchange(config.exchange);
const auth = {
  accounts,
  registrations: createPostgresRegistrations(database, seals),
  recovery,
  sessions,
  vault,
  limits,
  ...createSignInGuards(config, { database, seals, pepper: keys.pepper }),
  audit,
  outbox,
  notificationSettings: createPostgresNotificationSettings(database, sharedSeals),
  ...(await readPushParts(config, database, sharedSeals)),
  discoverability,
  languages: createPostgresUserLanguages(database),
  ...codes.auth,
  clock,
  randomness,
};
const secondFactors = await createFactorParts(config, { database, seals });
const factors = createStoredFactors({ ...auth, ...secondFactors });
const protection = createProtectionParts(config, {
  ...{ database, seals, sharedSeals, clock },
  freezeLinks: await readFreezeLinks(config),
});
const lostFactors = createRemoveLostFactors({
  ...{ accounts, audit, outbox, clock, report },
  protections: protection.protections,
  lostFactors: createPostgresLostFactors(database),
  removeAllFactors: secondFactors.secondFactors.removeAll,
});
let isRecovered = false;
const history = createPostgresPublicHistory(database);
const app = createApp({
  auth,
  secondFactors,
  factors,
  protection: {
    ...protection,
    ...{ accounts, recovery, limits, audit, outbox, report },
    secondFactors: secondFactors.secondFactors,
    contactChanges: createPostgresContactChangeView(database, verifier),
    places: codes.auth.places,
    lastUsd: prices.lastUsd,
  },
  about: config.about,
  prover: poolClient.prover,
  rates,
  guard: { sessions, clock, keyHandoff, accounts, outbox, audit },
  wallet: {
    removals: createPostgresWalletRemovals(database),
    recovery,
    ...{ accounts, limits, audit, outbox, discoverability },
    ...{ networks, chains, operations, history },
    ...{ balances, prices, vault, clock, randomness, assemble },
    ...{ toChecksumAddress, report, poolChainIds },
    views: createPostgresShieldedViews(database, shieldedSeals),
    senderNames: createPostgresSenderNames(database, verifier),
    ...{ poolClient, privateTransactions, pay, workers, seals: shieldedSeals },
    calls: dependencies.calls,
    ...createReceiptParts(dependencies),
    ...createBroadcasterParts({ ...dependencies, operations }, { broadcaster, poolChainIds }),
    ...createContactParts(database, unsealedReport(dependencies)),
    ...(await readLinkParts(config, dependencies, unsealedReport(dependencies))),
    poolHistory: createPostgresPoolHistory(database),
    ...{ wrappedNatives: dependencies.wrappedNatives, checkShield: dependencies.checkShield },
    ...createCustodyParts(database, await readSecret(config.keyFolder, 'rows-1')),
    keyHandoff,
    shieldPattern: createShieldPattern(configured),
  },
  exchange: {
    networks,
    chains,
    calls: dependencies.calls,
    checks: dependencies.checks,
    contracts: dependencies.exchangeContracts,
    operations,
    swaps: createPostgresSwaps(database, sharedSeals),
    exchange,
    cache: createExchangeTokenList({ networks, exchange, clock, report }),
    prices,
    ...{ vault, clock, randomness, assemble },
    report,
  },
  metrics: {
    ...{ countOpen: operations.countOpen, followers: history.followers, clock },
    texts: codes.textMetrics,
  },
  events: createEventHub(changes),
  ramp: {
    provider,
    rampOrders: createPostgresRampOrders(database, {
      chainId: findRampCoin(networks)?.network.chainId ?? null,
      seals: sharedSeals,
    }),
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
    signerOrigin: config.about.signer?.origin ?? null,
    isHttps: config.mode === 'production',
  },
  flood: { clock, ...config.limits },
  webFolder: config.webFolder,
  logger: log,
  trustedProxies: config.trustedProxies,
});

void dependencies.checkNodes();
await notificationListener.start();
const sealed = await sealRowsOnce(config, database, { seals, sharedSeals });
await prices.load();
await rates.load();
await workers.load();
await seedAccounts(
  { accounts, vault, recovery, audit, clock, randomness },
  config.seedAccountsFile === null ? [] : JSON.parse(readFileSync(config.seedAccountsFile, 'utf8')),
);
auditHeads.start();
lostFactors.start();
stopOnSignal(log, [
  () => app.close(),
  () => auditHeads.stop(),
  () => lostFactors.stop(),
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
log.info({ advanced, left, sealed }, 'ready');
