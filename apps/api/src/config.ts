import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { databaseRoute, problemOfDatabaseUrl } from './database-url.ts';
import { entriesOf, environment, hostsOf } from './environment.ts';
import { type OutgoingUrl, problemsOfUrls } from './outgoing-urls.ts';

/** What the server needs to know before it starts; nothing else reads the environment. */
export interface Config {
  readonly mode: 'production' | 'sandbox';
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string;
  /** Where the database is: a name, an address or the folder of a socket; null for the driver's default. */
  readonly databaseHost: string | null;
  /** Accepts that a failover of the database loses its last commits. */
  readonly allowsAsyncStandby: boolean;
  readonly networksFile: string;
  /** By network slug; replaces the URLs of the networks file. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** Whether a network may depend on one node in production. */
  readonly allowsSingleNode: boolean;
  /** Of the hosts that requests are sent to, those that may be in a private network, and without TLS. */
  readonly privateHosts: readonly string[];
  readonly price: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly keyHeader: string;
  };
  /** Rango's Main API, or a server that speaks its protocol; without a key there are no swaps. */
  readonly exchange: { readonly baseUrl: string; readonly apiKey: string | null };
  readonly keyFolder: string;
  /** Where heads of the audit log are appended; null when only the log stream has them. */
  readonly auditHeadFile: string | null;
  readonly qrOrigin: string | null;
  readonly webFolder: string | null;
  readonly logLevel: string;
  readonly trustedProxies: number;
  readonly publicOrigins: readonly string[];
  readonly limits: { readonly requestsPerMinute: number; readonly moneyCallsPerMinute: number };
  readonly seedAccountsFile: string | null;
  readonly mail: { readonly url: string; readonly from: string; readonly needsTls: boolean };
  readonly sms: {
    readonly baseUrl: string;
    readonly accountSid: string;
    readonly authToken: string;
    readonly from: string;
  };
  readonly smsRules: { readonly mostPerDay: number; readonly countries: readonly string[] };
  /** The payment partner; null on a server without buying and selling. */
  readonly ramp: RampConfig | null;
  /** A page that shows what a sandbox sends. */
  readonly messagesUrl: string | null;
  /** The process that checks codes: its keys and its socket, and where the others find the key of its signatures. */
  readonly recovery: {
    readonly folder: string;
    readonly socket: string;
    readonly accountsKeyFile: string;
    readonly key:
      | { readonly kind: 'file' }
      | {
          readonly kind: 'aws-kms';
          readonly keyId: string;
          readonly region: string;
          readonly endpoint: string | null;
        };
  };
  /** A database of places by address other than the included one. */
  readonly placesFile: string | null;
  /**
   * What the broadcaster of private payments takes on top of what the gas costs, basis points; null when it takes
   * nothing at all.
   */
  readonly broadcasterFeeBps: number | null;
  /** The most that the network may charge the broadcaster for one transaction, base units of the native coin. */
  readonly broadcasterFeeLimit: bigint;
  /**
   * How often a user's fragmented notes are consolidated, and for how long no one may have requested a proof before;
   * null where they stay as they are.
   */
  readonly consolidation: { readonly everyMs: number; readonly quietMs: number } | null;
  /** Where the process that holds the private pool keeps what it found, and its proving files. */
  readonly shielded: { readonly folder: string; readonly artifactsFolder: string } | null;
}

/** How the payment partner is reached, and with which credentials. */
export interface RampConfig {
  readonly apiUrl: string;
  readonly gatewayUrl: string;
  readonly widgetOrigin: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Host of the web app: the only one that may frame the partner's page. */
  readonly referrerDomain: string;
}

/** Reads the configuration; throws `ConfigNotValid` with every variable that is missing or wrong. */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) throw new ConfigNotValid(z.prettifyError(parsed.error));
  const env = parsed.data;
  const config: Config = {
    mode: env.KAX_MODE,
    port: Number.parseInt(env.PORT, 10),
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databaseHost: databaseRoute(env.DATABASE_URL, env.PGHOST).host,
    allowsAsyncStandby: env.ALLOW_ASYNC_STANDBY === 'true',
    networksFile: env.NETWORKS_FILE,
    rpcUrls: new Map(
      Object.entries({ polygon: env.POLYGON_RPC_URLS, avalanche: env.AVALANCHE_RPC_URLS }).flatMap(
        ([slug, urls]) => (urls === undefined ? [] : [[slug, entriesOf(urls)] as const]),
      ),
    ),
    allowsSingleNode: env.ALLOW_SINGLE_RPC === 'true',
    privateHosts: hostsOf(env.ALLOW_PRIVATE_URLS),
    price: {
      baseUrl: env.PRICE_BASE_URL,
      apiKey: env.PRICE_API_KEY ?? null,
      keyHeader: env.PRICE_KEY_HEADER,
    },
    exchange: { baseUrl: env.RANGO_BASE_URL, apiKey: env.RANGO_API_KEY ?? null },
    keyFolder: env.KEY_DIR,
    auditHeadFile: env.AUDIT_HEAD_FILE === undefined ? null : resolve(env.AUDIT_HEAD_FILE),
    qrOrigin: env.QR_BASE_URL === undefined ? null : new URL(env.QR_BASE_URL).origin,
    webFolder: env.WEB_DIR === undefined ? null : resolve(env.WEB_DIR),
    logLevel: env.LOG_LEVEL,
    trustedProxies: Number.parseInt(env.TRUSTED_PROXIES, 10),
    publicOrigins: entriesOf(env.PUBLIC_ORIGINS),
    limits: {
      requestsPerMinute: Number.parseInt(env.REQUESTS_PER_MINUTE, 10),
      moneyCallsPerMinute: Number.parseInt(env.MONEY_CALLS_PER_MINUTE, 10),
    },
    seedAccountsFile: env.SEED_ACCOUNTS_FILE ?? null,
    mail: { url: env.SMTP_URL, from: env.MAIL_FROM, needsTls: env.KAX_MODE === 'production' },
    sms: {
      baseUrl: env.TWILIO_BASE_URL,
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      from: env.TWILIO_FROM,
    },
    smsRules: {
      mostPerDay: Number.parseInt(env.SMS_PER_DAY, 10),
      countries: entriesOf(env.SMS_COUNTRIES),
    },
    ramp: rampOf(env),
    messagesUrl: env.MESSAGES_URL ?? null,
    recovery: recoveryOf(env),
    placesFile: env.PLACES_FILE ?? null,
    broadcasterFeeBps:
      env.BROADCASTER_FEE_BPS === undefined ? null : Number.parseInt(env.BROADCASTER_FEE_BPS, 10),
    broadcasterFeeLimit: BigInt(env.BROADCASTER_FEE_LIMIT),
    consolidation: consolidationOf(env),
    shielded: shieldedOf(env),
  };
  if (config.mode === 'production') {
    refuseWithoutTls(env);
    refuseSandbox(config);
  }
  return config;
}

function recoveryOf(env: z.output<typeof environment>): Config['recovery'] {
  const folder = resolve(env.RECOVERY_DIR ?? env.KEY_DIR);
  const places = {
    folder,
    socket: env.RECOVERY_SOCKET ?? join(folder, 'recovery.sock'),
    accountsKeyFile: env.ACCOUNTS_KEY_FILE ?? join(resolve(env.KEY_DIR), 'accounts-public.pem'),
  };
  if (env.RECOVERY_KEY === 'file') return { ...places, key: { kind: 'file' } };
  const { RECOVERY_KMS_KEY_ID: keyId, RECOVERY_KMS_REGION: region } = env;
  if (keyId === undefined || region === undefined) {
    throw new ConfigNotValid(
      'RECOVERY_KEY=aws-kms needs RECOVERY_KMS_KEY_ID and RECOVERY_KMS_REGION.',
    );
  }
  const endpoint = env.RECOVERY_KMS_ENDPOINT ?? null;
  return { ...places, key: { kind: 'aws-kms', keyId, region, endpoint } };
}

function consolidationOf(env: z.output<typeof environment>): Config['consolidation'] {
  const everyMs = Number.parseInt(env.CONSOLIDATE_EVERY_MINUTES, 10) * 60_000;
  const quietMs = Number.parseInt(env.CONSOLIDATE_AFTER_QUIET_SECONDS, 10) * 1_000;
  return everyMs === 0 ? null : { everyMs, quietMs };
}

function shieldedOf(env: z.output<typeof environment>): Config['shielded'] {
  const { SHIELDED_DIR: folder, ARTIFACTS_DIR: artifactsFolder } = env;
  if (folder === undefined && artifactsFolder === undefined) return null;
  if (folder === undefined || artifactsFolder === undefined) {
    throw new ConfigNotValid('SHIELDED_DIR and ARTIFACTS_DIR belong together.');
  }
  return { folder: resolve(folder), artifactsFolder: resolve(artifactsFolder) };
}

function rampOf(env: z.output<typeof environment>): RampConfig | null {
  const { TRANSAK_API_KEY: apiKey, TRANSAK_API_SECRET: apiSecret } = env;
  if (apiKey === undefined && apiSecret === undefined) return null;
  const origins = entriesOf(env.PUBLIC_ORIGINS);
  const [origin] = origins;
  if (apiKey === undefined || apiSecret === undefined || origin === undefined) {
    throw new ConfigNotValid(
      'Buying and selling needs TRANSAK_API_KEY, TRANSAK_API_SECRET and PUBLIC_ORIGINS, all three.',
    );
  }
  const widgetOrigin = new URL(env.TRANSAK_WIDGET_ORIGIN).origin;
  // A framed page of our own origin could lift the limits of its frame, and read the wallet's page.
  if (origins.includes(widgetOrigin)) {
    throw new ConfigNotValid('TRANSAK_WIDGET_ORIGIN must not be one of PUBLIC_ORIGINS.');
  }
  return {
    apiUrl: env.TRANSAK_API_URL.replace(/\/+$/, ''),
    gatewayUrl: env.TRANSAK_GATEWAY_URL.replace(/\/+$/, ''),
    widgetOrigin,
    apiKey,
    apiSecret,
    referrerDomain: new URL(origin).hostname,
  };
}

/** In production the database and everyone else is who the certificate says. */
function refuseWithoutTls(env: z.output<typeof environment>): void {
  const problem = problemOfDatabaseUrl(env.DATABASE_URL, env.PGHOST);
  if (problem !== null) throw new ConfigNotValid(problem);
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new ConfigNotValid(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate; KAX_MODE is production.',
    );
  }
}

/** In production nothing of the sandbox may be reached by mistake. */
function refuseSandbox(config: Config): void {
  requireOutgoingUrls(config, outgoingUrlsOf(config));
  if (config.messagesUrl !== null) {
    throw new ConfigNotValid('MESSAGES_URL shows what a sandbox sends; KAX_MODE is production.');
  }
  if (config.seedAccountsFile !== null) {
    throw new ConfigNotValid('SEED_ACCOUNTS_FILE makes sandbox users; KAX_MODE is production.');
  }
}

/** Those of the networks file are read later. */
function outgoingUrlsOf({ recovery, ramp, ...config }: Config): readonly OutgoingUrl[] {
  return Object.entries({
    PRICE_BASE_URL: config.price.baseUrl,
    RANGO_BASE_URL: config.exchange.baseUrl,
    SMTP_URL: config.mail.url,
    TWILIO_BASE_URL: config.sms.baseUrl,
    QR_BASE_URL: config.qrOrigin,
    RECOVERY_KMS_ENDPOINT: recovery.key.kind === 'aws-kms' ? recovery.key.endpoint : null,
    TRANSAK_API_URL: ramp?.apiUrl,
    TRANSAK_GATEWAY_URL: ramp?.gatewayUrl,
    TRANSAK_WIDGET_ORIGIN: ramp?.widgetOrigin,
    ...Object.fromEntries(
      [...config.rpcUrls].map(([slug, urls]) => [`${slug.toUpperCase()}_RPC_URLS`, urls]),
    ),
  }).flatMap(([name, urls]) => [urls ?? []].flat().map((url) => ({ name, url })));
}

/**
 * Throws `ConfigNotValid` in production with every URL that has no TLS, or is on this machine or in a private network
 * that is not explicitly allowed.
 */
export function requireOutgoingUrls(
  { mode, privateHosts }: Pick<Config, 'mode' | 'privateHosts'>,
  urls: readonly OutgoingUrl[],
): void {
  const problems = mode === 'production' ? problemsOfUrls(urls, privateHosts) : [];
  if (problems.length > 0) throw new ConfigNotValid(problems.join('\n'));
}

/** The server cannot start with this environment. */
export class ConfigNotValid extends Error {
  constructor(problem: string) {
    super(`The configuration is not valid.\n${problem}`);
    this.name = 'ConfigNotValid';
  }
}
