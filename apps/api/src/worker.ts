import { join } from 'node:path';
import { findRampCoin } from '#domain/ramp/ramp-coin';
import { assembleTransaction } from '#signing/public/eip1559';
import { readTranslators } from './adapters/catalogues/translators.ts';
import { createPriceFeed } from './adapters/coingecko/price-feed.ts';
import { createBlockFeed } from './adapters/evm/block-feed.ts';
import { createPoolEvents } from './adapters/evm/read-pool-history.ts';
import { readSignedTransaction as readSigned } from './adapters/evm/read-signed-transaction.ts';
import { connectRpcNodes } from './adapters/evm/rpc-nodes.ts';
import {
  ACCOUNTS_PUBLIC_FILE,
  readAccountVerifier,
} from './adapters/key-vault/account-signatures.ts';
import { readBroadcasterSigners } from './adapters/key-vault/broadcaster.ts';
import { createPostgresCountedLimits } from './adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import { createPostgresRegistrationSweep } from './adapters/postgres/accounts/registrations.ts';
import { createPostgresSecurityReminders } from './adapters/postgres/accounts/security-reminders.ts';
import { createPostgresSessionSweep } from './adapters/postgres/accounts/sessions.ts';
import { createWritablePostgresCurrencyRates } from './adapters/postgres/exchange/currency-rates.ts';
import { createPostgresPrices } from './adapters/postgres/exchange/prices.ts';
import { createPostgresRampAccess } from './adapters/postgres/exchange/ramp-access.ts';
import { createPostgresRampOrders } from './adapters/postgres/exchange/ramp-orders.ts';
import { createPostgresSwaps } from './adapters/postgres/exchange/swaps.ts';
import { createPostgresPoolHistory } from './adapters/postgres/history/pool-history.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createNewestStates } from './adapters/postgres/newest-states.ts';
import { createPostgresArrivals } from './adapters/postgres/notifications/arrivals.ts';
import { createPostgresClaimEnds } from './adapters/postgres/operations/claim-ends.ts';
import { createPostgresHeldClaimMessages } from './adapters/postgres/operations/claim-messages.ts';
import { createPostgresClaimReminders } from './adapters/postgres/operations/claim-reminders.ts';
import { createPostgresClaimSweep } from './adapters/postgres/operations/claims.ts';
import { createPostgresFollowedOperations } from './adapters/postgres/operations/followed-operations.ts';
import { createPostgresOperationNotices } from './adapters/postgres/operations/operation-notices.ts';
import { createPostgresRequestSweep } from './adapters/postgres/operations/payment-requests.ts';
import { createPostgresPlanSweep } from './adapters/postgres/operations/signing-plans.ts';
import { requireRole } from './adapters/postgres/roles/require-role.ts';
import { createPostgresApprovalSweep } from './adapters/postgres/security/approvals.ts';
import { PROVED_TRANSACTIONS_CHANNEL } from './adapters/postgres/shielded/private-transaction-proved.ts';
import { createPostgresProvedQueue } from './adapters/postgres/shielded/proved-queue.ts';
import { createSmtpMailer } from './adapters/smtp/mailer.ts';
import { systemRandomness } from './adapters/system-clock/system-clock.ts';
import { createTransak } from './adapters/transak/ramp-provider.ts';
import { createTwilioSmsSender } from './adapters/twilio/sms-sender.ts';
import { createShadowLimits } from './application/shadow-limits.ts';
import { createTextBudgets } from './application/text-budgets.ts';
import { readWorkerConfig } from './config.ts';
import {
  createDependencies,
  createExchange,
  readRampSeals,
  readRowSeals,
  watchCommits,
} from './dependencies.ts';
import { readFreezeLink } from './freeze-links.ts';
import { guardMemory, warnOfExposures } from './guard-memory.ts';
import { createAdvanceOperations } from './jobs/advance-operations.ts';
import { createAdvanceSwaps } from './jobs/advance-swaps.ts';
import { createAnnounceArrivals } from './jobs/announce-arrivals.ts';
import { createAnnounceClaimEnds } from './jobs/announce-claim-ends.ts';
import { createAnnounceOperations } from './jobs/announce-operations.ts';
import { createFollowBlocks } from './jobs/follow-blocks.ts';
import { createFollowPool } from './jobs/follow-pool.ts';
import { createFollowRampOrders } from './jobs/follow-ramp-orders.ts';
import { createIsClaimReminderDue } from './jobs/is-claim-reminder-due.ts';
import { createPollPrices } from './jobs/poll-prices.ts';
import { createRemindOfSecurity } from './jobs/remind-of-security.ts';
import { createRepricePrivateTransactions } from './jobs/reprice-private-transactions.ts';
import { createSendOutbox } from './jobs/send-outbox.ts';
import { createSignProvedPrivateTransactions } from './jobs/sign-proved-transactions.ts';
import { createSweepExpired } from './jobs/sweep-expired.ts';
import { readPushJobs } from './push-jobs.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const PRICE_TIMEOUT_MS = 10_000;
const DELIVERY_TIMEOUT_MS = 15_000;
const LOGS_TIMEOUT_MS = 20_000;
const RAMP_TIMEOUT_MS = 10_000;

guardMemory();
const config = readWorkerConfig();
const dependencies = createDependencies(config, 'worker');
const { database, clock, configured, networks, chains, report, log, checks } = dependencies;
const { notificationListener } = dependencies;
const operations = createPostgresFollowedOperations(database);
const exchange = createExchange(config.exchange);

warnOfExposures(config, log);
await requireRole(database, 'kax_worker', config);
const commits = await watchCommits(config, dependencies);
const feed = createPriceFeed({
  ...config.price,
  markets: configured,
  timeoutMs: PRICE_TIMEOUT_MS,
  clock,
});
const tokens = networks.flatMap((network) => network.tokens);
const verifier = await readAccountVerifier(join(config.keyFolder, ACCOUNTS_PUBLIC_FILE));
const sharedSeals = await readRowSeals(config, 'shared-rows-1', { log, clock });
const prices = createPostgresPrices(database, sharedSeals);
const rates = createWritablePostgresCurrencyRates(database, sharedSeals);
const swaps = createPostgresSwaps(database, sharedSeals);
const limits = createShadowLimits(createPostgresCountedLimits(database));
const outbox = createPostgresOutbox(database);
const [origin] = config.publicOrigins;
const { calls, poolContracts } = dependencies;
const history = createPostgresPublicHistory(database);
const follower = systemRandomness.uuid();
const poolHistory = createPostgresPoolHistory(database);
const poolFollowers = configured.flatMap(
  ({ network: { chainId }, rpcUrls, shieldedPool: pool }) => {
    const chain = chains.get(chainId);
    if (pool === null || chain === undefined) return [];
    const checks = { chainId, clock, report };
    const patient = connectRpcNodes({ ...checks, rpcUrls, timeoutMs: LOGS_TIMEOUT_MS });
    const events = createPoolEvents({ chainId, pool, nodes: patient });
    return [createFollowPool({ events, chain, history: poolHistory, clock, report })];
  },
);
const advancing = createAdvanceOperations({ operations, chains, readSigned, clock, report });
/** Only where there is a pool, the broadcaster's keys are read. */
async function createBroadcasterJobs() {
  const ports = {
    privateTransactions: createPostgresProvedQueue(database, {
      seals: sharedSeals,
      newest: createNewestStates(),
    }),
    broadcasters: await readBroadcasterSigners(config.keyFolder),
    ...{ operations, chains, calls, poolContracts, clock, report },
    assemble: assembleTransaction,
    feeLimit: config.broadcasterFeeLimit,
  };
  const signing = createSignProvedPrivateTransactions({ ...ports, onSigned: advancing.wake });
  notificationListener.on(PROVED_TRANSACTIONS_CHANNEL, signing.wake);
  return [signing, createRepricePrivateTransactions({ ...ports, readSigned })];
}

const jobs = [
  advancing,
  createAdvanceSwaps({ swaps, operations, exchange, checks, tokens, clock, report }),
  ...(poolContracts.size === 0 ? [] : await createBroadcasterJobs()),
  ...configured.flatMap(({ network, historyFromBlock, shieldedPool: pool }) => {
    const nodes = dependencies.nodes.get(network.chainId);
    if (nodes === undefined) return [];
    return createFollowBlocks({
      feed: createBlockFeed({ network, nodes, report }),
      history,
      fromBlock: historyFromBlock === null ? null : BigInt(historyFromBlock),
      pools: new Set([pool?.proxy, pool?.relayAdapt].flatMap((at) => at?.toLowerCase() ?? [])),
      follower,
      clock,
      report,
    });
  }),
  ...poolFollowers,
  createPollPrices({ tokens, feed, prices, rates, clock, report }),
  createSendOutbox({
    translatorOf: readTranslators(),
    outbox,
    mailer: createSmtpMailer({ ...config.mail, timeoutMs: DELIVERY_TIMEOUT_MS }),
    sms: createTwilioSmsSender({ ...config.sms, timeoutMs: DELIVERY_TIMEOUT_MS }),
    // Codes are sent by the process that can open them.
    openCode: () => null,
    openLink: () => null,
    isStillDue: createIsClaimReminderDue(createPostgresClaimReminders(database), clock),
    freezeLink: await readFreezeLink(config, clock),
    textBudgets: createTextBudgets(limits, config.texts.perDay, (message) => log.error(message)),
    host: origin === undefined ? null : new URL(origin).hostname,
    smsCountries: config.texts.countries,
    clock,
    report,
  }),
  createAnnounceOperations({
    operationNotices: createPostgresOperationNotices(database, { verifier, sharedSeals }),
    networks,
    origin: origin ?? null,
    clock,
    report,
  }),
  createAnnounceClaimEnds({
    claimEnds: createPostgresClaimEnds(database, { verifier, sharedSeals }),
    heldMessages: createPostgresHeldClaimMessages(database),
    ...{ origin: origin ?? null, clock, report },
  }),
  createAnnounceArrivals({
    arrivals: createPostgresArrivals(database, { verifier, sharedSeals }),
    ...{ prices, networks, origin: origin ?? null, clock, report },
  }),
  ...(await readPushJobs(config, { database, sharedSeals, clock, report })),
  createRemindOfSecurity({
    reminders: createPostgresSecurityReminders(database, verifier),
    ...{ origin: origin ?? null, clock, report },
  }),
  createSweepExpired({
    sessions: createPostgresSessionSweep(database),
    limits,
    registrations: createPostgresRegistrationSweep(database),
    outbox,
    approvals: createPostgresApprovalSweep(database),
    paymentRequests: createPostgresRequestSweep(database),
    claims: createPostgresClaimSweep(database),
    signingPlans: createPostgresPlanSweep(database),
    clock,
    report,
  }),
  ...(config.ramp === null
    ? []
    : [
        createFollowRampOrders({
          provider: createTransak({
            ...config.ramp,
            access: createPostgresRampAccess(database, await readRampSeals(config)),
            clock,
            timeoutMs: RAMP_TIMEOUT_MS,
          }),
          rampOrders: createPostgresRampOrders(database, {
            chainId: findRampCoin(networks)?.network.chainId ?? null,
            seals: sharedSeals,
          }),
          clock,
          report,
        }),
      ]),
];

void dependencies.checkNodes();
await notificationListener.start();
for (const job of jobs) job.start();
stopOnSignal(log, [
  () => notificationListener.stop(),
  () => Promise.all([...jobs, commits].map((job) => job.stop())),
  () => database.close(),
]);
log.info('ready');
