import { randomBytes, randomUUID } from 'node:crypto';
import type { Network } from '#domain/network/network';
import { assembleTransaction } from '#signing/public/eip1559';
import { buildNetwork } from '#testing/network';
import { createCommonPasswords } from './adapters/common-passwords/common-passwords.ts';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import { createLinkSeals } from './adapters/key-vault/link-seals.ts';
import { createWorkPuzzles } from './adapters/key-vault/work-puzzles.ts';
import { createPlaces } from './adapters/places/places.ts';
import { createPostgresAccounts } from './adapters/postgres/accounts/accounts.ts';
import { createPostgresAdmittedPayments } from './adapters/postgres/accounts/admitted-payments.ts';
import { createPostgresContactChangeView } from './adapters/postgres/accounts/contact-change-view.ts';
import { createPostgresContacts } from './adapters/postgres/accounts/contacts.ts';
import { createPostgresDeviceAges } from './adapters/postgres/accounts/device-ages.ts';
import { createPostgresDiscoverability } from './adapters/postgres/accounts/discoverability.ts';
import { createPostgresKnownDevices } from './adapters/postgres/accounts/known-devices.ts';
import { createPostgresNotes } from './adapters/postgres/accounts/notes.ts';
import { createPostgresNotificationSettings } from './adapters/postgres/accounts/notification-settings.ts';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import { createPostgresProtections } from './adapters/postgres/accounts/protections.ts';
import { createPostgresRegistrations } from './adapters/postgres/accounts/registrations.ts';
import { createPostgresSecurityLog } from './adapters/postgres/accounts/security-log.ts';
import { createPostgresSenderNames } from './adapters/postgres/accounts/sender-names.ts';
import { createPostgresUserLanguages } from './adapters/postgres/accounts/user-languages.ts';
import { createPostgresChanges } from './adapters/postgres/changes.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import type { NotificationListener } from './adapters/postgres/connection/notification-listener.ts';
import { createPostgresRampOrders } from './adapters/postgres/exchange/ramp-orders.ts';
import { createPostgresSwaps } from './adapters/postgres/exchange/swaps.ts';
import { createPostgresPaymentMovements } from './adapters/postgres/history/payment-movements.ts';
import { createPostgresPublicArrivals } from './adapters/postgres/history/public-arrivals.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createNewestStates, type NewestStates } from './adapters/postgres/newest-states.ts';
import { createPostgresInbox } from './adapters/postgres/notifications/inbox.ts';
import { createPostgresPushSubscriptions } from './adapters/postgres/notifications/push-subscriptions.ts';
import { createPostgresOperations } from './adapters/postgres/operations/operations.ts';
import { createPostgresPaymentRequests } from './adapters/postgres/operations/payment-requests.ts';
import { createPostgresSigningPlans } from './adapters/postgres/operations/signing-plans.ts';
import { createPostgresAccountFreezes } from './adapters/postgres/shielded/account-freezes.ts';
import { createPostgresWalletRemovals } from './adapters/postgres/wallet-removal.ts';
import type { createApp } from './app.ts';
import { createEventHub } from './application/event-hub.ts';
import type { ProtectionRules } from './application/protection-rules.ts';
import { createReportUnsealed, type UnsealedReport } from './application/report-unsealed.ts';
import { createStoredFactors } from './application/stored-factors.ts';
import { createTextRefusals } from './application/text-refusals.ts';
import { createWorkDemand, type WorkRules } from './application/work-demand.ts';
import { createClaimParts } from './claim-parts.ts';
import { createCustodyParts } from './custody-parts.ts';
import { createTestFactorParts } from './factor-parts.test-setup.ts';
import { createCodeLimits } from './modules/auth/codes/code-limits.ts';
import type { SendPressure } from './modules/auth/codes/send-pressure.ts';
import type { PushPorts } from './modules/auth/push-settings.ts';
import type { Factors } from './modules/security/current-factors.ts';
import type { AccountRecovery } from './ports/account-recovery.ts';
import type { AccountVerifier, ContactChangeVerifier } from './ports/account-signatures.ts';
import type { AttemptLimits } from './ports/attempt-limits.ts';
import type { Audit } from './ports/audit.ts';
import type { FreezeLinks } from './ports/freeze-links.ts';
import type { KeyVault } from './ports/key-vault.ts';
import type { PublicChain } from './ports/public-chain.ts';
import type { RowSeals } from './ports/row-seals.ts';
import type { Sessions } from './ports/sessions.ts';
import { isPublicAddress } from './public-address.ts';
import { READABLE_SEALS } from './simulator/readable-seals.ts';

interface Given {
  readonly sessions: Omit<Sessions, 'sweep'>;
  readonly vault: KeyVault;
  readonly recovery: AccountRecovery;
  readonly verifier: AccountVerifier & ContactChangeVerifier;
  readonly seals: RowSeals;
  readonly sharedSeals: RowSeals;
  /** Where rows without their seals are reported. */
  readonly unsealed: UnsealedReport;
  /** Of the API alone; other keys are derived from it. */
  readonly secret: Uint8Array;
  readonly limits: AttemptLimits;
  readonly newest: NewestStates;
  readonly newestDiscoverability: NewestStates;
  readonly work: WorkRules;
  /** In place of those that are stored. */
  readonly factors: Factors | null;
  readonly rules: ProtectionRules;
  readonly freezeLinks: FreezeLinks;
  readonly sendPressure: SendPressure;
  readonly audit: Audit;
  readonly clock: { readonly now: () => Date };
  readonly chain: TestChain;
  readonly push: PushPorts['push'];
}

/** What the wallet's calls know of networks. */
export interface TestChain {
  readonly networks: readonly Network[];
  readonly poolChainIds: readonly number[];
  readonly chains: ReadonlyMap<number, PublicChain>;
}

/** A wallet without networks. */
export const NO_CHAIN: TestChain = { networks: [], poolChainIds: [], chains: new Map() };

/** What the app is made of; what these tests do not use refuses. */
export function createTestParts(
  database: Database,
  notificationListener: NotificationListener,
  given: Given,
): Omit<Parameters<typeof createApp>[0], 'logger'> {
  const { sessions, vault, recovery, seals, sharedSeals, limits, audit, clock } = given;
  const accounts = createPostgresAccounts(database, {
    ...{ verifier: given.verifier, seals, newest: given.newest },
  });
  const discoverability = createPostgresDiscoverability(database, {
    ...{ verifier: given.verifier, seals, newest: given.newestDiscoverability },
  });
  const operations = createPostgresOperations(database);
  const trust = { seals: sharedSeals, newest: createNewestStates() };
  const outbox = createPostgresOutbox(database);
  const randomness = { bytes: randomBytes, uuid: randomUUID };
  const nothing = async () => {
    throw new Error('No call of these tests reads a balance.');
  };
  const networks: never[] = [];
  const balances = { readAll: nothing, read: nothing, readNow: nothing };
  const prices = {
    priceOf: () => ({ price: null, change: null, asOf: null, samples: [] }),
    lastUsd: () => null,
  };
  const report = () => {};
  const keyHandoff = { open: () => {}, renew: () => {} };
  const changes = createPostgresChanges(notificationListener);
  const history = createPostgresPublicHistory(database);
  const languages = createPostgresUserLanguages(database);
  const auth = { ...createAuthParts(database, accounts, given), discoverability, languages };
  const secondFactors = createTestFactorParts(database, given);
  return {
    auth,
    secondFactors,
    factors: given.factors ?? createStoredFactors({ ...auth, ...secondFactors }),
    protection: {
      ...{ rules: given.rules, freezeLinks: given.freezeLinks, clock },
      protections: createPostgresProtections(database, trust),
      freezes: createPostgresAccountFreezes(database, trust),
      admittedPayments: createPostgresAdmittedPayments(database, trust),
      deviceAges: createPostgresDeviceAges(database, {
        ...{ seals, clock, unboundSessionMs: 2 * 60 * 60_000 },
      }),
      securityLog: createPostgresSecurityLog(database),
      ...{ accounts, recovery, limits, audit, outbox, report },
      secondFactors: secondFactors.secondFactors,
      contactChanges: createPostgresContactChangeView(database, given.verifier),
      places: createPlaces(null, isPublicAddress),
      lastUsd: () => null,
    },
    about: { messagesUrl: null, recoveryKey: 'file', supportEmail: null, signer: null },
    prover: () => null,
    rates: { current: () => [] },
    guard: { sessions, clock, keyHandoff, accounts, outbox, audit },
    wallet: {
      removals: createPostgresWalletRemovals(database),
      recovery,
      accounts,
      discoverability,
      limits,
      audit,
      outbox,
      history,
      ...given.chain,
      operations,
      balances,
      prices,
      vault,
      clock: { ...clock, sleep: async () => {} },
      randomness,
      toChecksumAddress,
      report,
      views: { read: nothing, readHistory: async () => [], operationsOf: async () => new Map() },
      senderNames: createPostgresSenderNames(database, given.verifier),
      movements: createPostgresPaymentMovements(database),
      responses: new Map(),
      poolClient: {
        refresh: nothing,
        terms: nothing,
        pace: nothing,
        prepareShield: nothing,
        estimatePrivateTransaction: nothing,
        planPrivateTransaction: nothing,
        estimateClaimEnd: nothing,
      },
      calls: new Map(),
      privateTransactions: {
        store: nothing,
        obstacle: nothing,
        waiting: nothing,
        requestPrecompute: nothing,
        sealAgain: nothing,
        cancel: nothing,
      },
      poolHistory: { read: nothing },
      wrappedNatives: new Map(),
      checkShield: async () => ({ ok: true }),
      workers: { current: () => null },
      seals: { ...READABLE_SEALS, sign: () => Buffer.alloc(0), sealTo: () => Buffer.alloc(0) },
      pay: { priceIn: nothing },
      broadcasterAddress: null,
      broadcasterRecords: null,
      contacts: createPostgresContacts(database, {
        ...{ newest: given.newest, report: createReportUnsealed(given.unsealed) },
      }),
      notes: createPostgresNotes(database, {
        ...{ newest: given.newest, report: createReportUnsealed(given.unsealed) },
      }),
      signingPlans: createPostgresSigningPlans(database, {
        report: createReportUnsealed(given.unsealed),
      }),
      paymentRequests: createPostgresPaymentRequests(database, {
        ...{
          seals: createLinkSeals(given.secret, 'payment-requests'),
          report: createReportUnsealed(given.unsealed),
        },
      }),
      ...createClaimParts(
        { ...{ database, clock, report }, networks: given.chain.networks },
        given.unsealed,
        { rows: given.secret, links: given.secret },
      ),
      publicArrivals: createPostgresPublicArrivals(database),
      assemble: assembleTransaction,
      ...createCustodyParts(database, given.secret),
      keyHandoff,
      shieldPattern: () => ({ to: null, value: null, dataLike: '' }),
    },
    exchange: {
      assemble: assembleTransaction,
      networks,
      chains: new Map(),
      calls: new Map(),
      checks: new Map(),
      contracts: new Map(),
      operations,
      swaps: createPostgresSwaps(database, sharedSeals),
      exchange: { findRoutes: nothing, confirm: nothing, createTransaction: nothing },
      cache: { listing: nothing },
      prices,
      vault,
      clock,
      randomness,
      report,
    },
    metrics: {
      ...{ countOpen: operations.countOpen, followers: history.followers, clock },
      texts: { sizes, readSent: async () => new Map(), refusals: createTextRefusals() },
    },
    events: createEventHub(changes),
    ramp: {
      networks: [buildNetwork()],
      operations,
      provider: null,
      rampOrders: createPostgresRampOrders(database, {
        ...{ chainId: buildNetwork().chainId, seals: sharedSeals },
      }),
      accounts,
      limits,
      clock,
      randomness,
      report,
    },
    drawQrCode: nothing,
    isReady: async () => true,
    security: {
      allowedOrigins: [],
      qrOrigin: null,
      rampOrigin: null,
      signerOrigin: null,
      isHttps: false,
    },
    flood: { clock, requestsPerMinute: 100_000, moneyCallsPerMinute: 10_000 },
    webFolder: null,
    trustedProxies: 0,
  };
}

const sizes = { notices: 1_000, resets: 1_000, registrations: 1_000, claims: 1_000 };

function textParts() {
  return {
    textBudgets: sizes,
    textsAtOncePerHour: 20,
    textRefusals: createTextRefusals(),
    phoneRules: { countries: [], allowsVoip: false },
  };
}

/** What signs in. */
function createAuthParts(
  database: Database,
  accounts: ReturnType<typeof createPostgresAccounts>,
  given: Given,
) {
  const { sessions, vault, recovery, seals, sharedSeals, limits, audit, clock } = given;
  return {
    accounts,
    registrations: createPostgresRegistrations(database, seals),
    recovery,
    codeLimits: createCodeLimits(limits),
    sessions,
    unboundSessionMs: 2 * 60 * 60_000,
    vault,
    limits,
    puzzles: createWorkPuzzles(randomBytes(32)),
    workDemand: createWorkDemand(given.work),
    knownDevices: createPostgresKnownDevices(database, { seals }),
    audit,
    outbox: createPostgresOutbox(database),
    notificationSettings: createPostgresNotificationSettings(database, sharedSeals),
    inbox: createPostgresInbox(database),
    push: given.push,
    pushSubscriptions: createPostgresPushSubscriptions(database, sharedSeals),
    commonPasswords: createCommonPasswords(),
    ...textParts(),
    sendPressure: given.sendPressure,
    places: createPlaces(null, isPublicAddress),
    clock: { ...clock, sleep: async () => {} },
    randomness: { bytes: randomBytes, uuid: randomUUID },
  };
}
