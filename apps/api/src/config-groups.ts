import { resolve } from 'node:path';
import type { about } from '#wire/about';
import type { ResponseOf } from '#wire/contract';
import type { ProtectionRules } from './application/protection-rules.ts';
import type { WorkRules } from './application/work-demand.ts';
import { ConfigNotValid } from './config-not-valid.ts';
import { databaseRoute } from './database-url.ts';
import { type EnvironmentOf, entriesOf, hostsOf, type ProcessName } from './environment.ts';
import type { PushHosts } from './ports/push-endpoints.ts';
import type { TextBudgetSizes } from './ports/text-budgets.ts';

type CommonEnvironment = Pick<
  EnvironmentOf<ProcessName>,
  'KAX_MODE' | 'DATABASE_URL' | 'PGHOST' | 'ALLOW_PRIVATE_URLS' | 'KEY_DIR' | 'LOG_LEVEL'
>;

/** What every process needs to know. */
export interface CommonConfig {
  readonly mode: 'production' | 'sandbox';
  readonly databaseUrl: string;
  /** Where the database is: a name, an address or the folder of a socket; null for the driver's default. */
  readonly databaseHost: string | null;
  /** Of the hosts that requests are sent to, those that may be in a private network, and without TLS. */
  readonly privateHosts: readonly string[];
  /** Of this process's own keys. */
  readonly keyFolder: string;
  readonly logLevel: string;
}

export function commonOf(env: CommonEnvironment): CommonConfig {
  return {
    mode: env.KAX_MODE,
    databaseUrl: env.DATABASE_URL,
    databaseHost: databaseRoute(env.DATABASE_URL, env.PGHOST).host,
    privateHosts: hostsOf(env.ALLOW_PRIVATE_URLS),
    keyFolder: resolve(env.KEY_DIR),
    logLevel: env.LOG_LEVEL,
  };
}

/** The networks and their nodes. */
export interface ChainsConfig {
  readonly networksFile: string;
  /** By network slug; replaces the URLs of the networks file. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** Whether a network may depend on one node in production. */
  readonly allowsSingleNode: boolean;
}

export function chainsOf(env: EnvironmentOf<'operator'>): ChainsConfig {
  return {
    networksFile: env.NETWORKS_FILE,
    rpcUrls: new Map(
      Object.entries({ polygon: env.POLYGON_RPC_URLS, avalanche: env.AVALANCHE_RPC_URLS }).flatMap(
        ([slug, urls]) => (urls === undefined ? [] : [[slug, entriesOf(urls)] as const]),
      ),
    ),
    allowsSingleNode: env.ALLOW_SINGLE_RPC === 'true',
  };
}

/** How far the database is trusted to keep what it commits. */
export interface DurabilityConfig {
  /** Accepts that a failover of the database loses its last commits. */
  readonly allowsAsyncStandby: boolean;
}

export function durabilityOf(
  env: Pick<EnvironmentOf<'api'>, 'ALLOW_ASYNC_STANDBY'>,
): DurabilityConfig {
  return { allowsAsyncStandby: env.ALLOW_ASYNC_STANDBY === 'true' };
}

/** Rango's Main API, or a server that speaks its protocol; without a key there are no swaps. */
export interface ExchangeConfig {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

export function exchangeOf(env: EnvironmentOf<'api'> | EnvironmentOf<'worker'>): ExchangeConfig {
  return { baseUrl: env.RANGO_BASE_URL, apiKey: env.RANGO_API_KEY ?? null };
}

/** @returns where push messages may go */
export function pushHostsOf(env: Pick<EnvironmentOf<'api'>, 'PUSH_HOSTS'>): PushHosts {
  const entries = entriesOf(env.PUSH_HOSTS);
  const isOrigin = (entry: string) => entry.includes('://');
  return {
    names: entries.filter((entry) => !isOrigin(entry)),
    origins: entries.filter(isOrigin),
  };
}

/** Which text messages are sent, and how many. */
export interface TextsConfig {
  readonly perDay: TextBudgetSizes;
  /** Calling codes with the plus; empty for all countries. */
  readonly countries: readonly string[];
}

/** Payments by link have this part of what resets and registrations leave. */
const CLAIMS_PART = 4;

export function textsOf(
  env: EnvironmentOf<'api'> | EnvironmentOf<'worker'> | EnvironmentOf<'recovery'>,
): TextsConfig {
  const all = Number.parseInt(env.SMS_PER_DAY, 10);
  const share = (percent: string) => Math.floor((all * Number.parseInt(percent, 10)) / 100);
  const resets = share(env.SMS_RESETS_PERCENT);
  const registrations = share(env.SMS_REGISTRATIONS_PERCENT);
  const others = all - resets - registrations;
  const claims = Math.floor(others / CLAIMS_PART);
  return {
    perDay: { notices: others - claims, resets, registrations, claims },
    countries: entriesOf(env.SMS_COUNTRIES),
  };
}

/** How emails and text messages are sent. */
export interface DeliveryConfig {
  readonly mail: { readonly url: string; readonly from: string; readonly needsTls: boolean };
  readonly sms: {
    readonly baseUrl: string;
    readonly accountSid: string;
    readonly authToken: string;
    readonly from: string;
  };
  readonly texts: TextsConfig;
}

export function deliveryOf(
  env: EnvironmentOf<'worker'> | EnvironmentOf<'recovery'>,
): DeliveryConfig {
  return {
    mail: { url: env.SMTP_URL, from: env.MAIL_FROM, needsTls: env.KAX_MODE === 'production' },
    sms: {
      baseUrl: env.TWILIO_BASE_URL,
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      from: env.TWILIO_FROM,
    },
    texts: textsOf(env),
  };
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

/** @returns when strangers do work before their password is checked */
export function workOf(env: EnvironmentOf<'api'>): WorkRules {
  return {
    freeFailures: Number.parseInt(env.WRONG_PASSWORDS_BEFORE_WORK, 10),
    failuresPerMinute: Number.parseInt(env.FAILED_SIGN_INS_PER_MINUTE, 10),
    mostSquarings: Number.parseInt(env.MOST_WORK_SQUARINGS, 10),
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** @returns how much may leave when */
export function protectionOf(env: EnvironmentOf<'api'>): ProtectionRules {
  const cents = (dollars: string) => BigInt(dollars) * 100n;
  const times = (count: string, ms: number) => Number.parseInt(count, 10) * ms;
  return {
    dailyLimit: cents(env.DAILY_LIMIT_USD),
    resetHold: {
      most: cents(env.RESET_HOLD_USD),
      lastsMs: times(env.RESET_HOLD_HOURS, HOUR_MS),
    },
    newDevice: {
      most: cents(env.NEW_DEVICE_USD),
      lastsMs: times(env.NEW_DEVICE_MINUTES, MINUTE_MS),
    },
    lostFactorsMs: times(env.LOST_FACTOR_DAYS, DAY_MS),
    unfreezingAgeMs: times(env.UNFREEZE_PASSKEY_HOURS, HOUR_MS),
    raiseMs: times(env.LIMIT_RAISE_HOURS, HOUR_MS),
  };
}

/** @returns null on a server without buying and selling */
export function rampOf(env: EnvironmentOf<'api'> | EnvironmentOf<'worker'>): RampConfig | null {
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

/** Which site passkeys belong to. */
export interface PasskeysConfig {
  readonly rpId: string;
  /** The pages that may use them. */
  readonly origins: readonly string[];
}

/** @returns the site of the first of `PUBLIC_ORIGINS`; without any, this server on localhost */
export function passkeysOf(
  env: Pick<EnvironmentOf<'api'>, 'PASSKEY_RP_ID' | 'PUBLIC_ORIGINS' | 'PORT'>,
): PasskeysConfig {
  const listed = entriesOf(env.PUBLIC_ORIGINS);
  const all = listed.length > 0 ? listed : [`http://localhost:${env.PORT}`];
  const hostOf = (origin: string) => new URL(origin).hostname;
  const rpId = env.PASSKEY_RP_ID ?? all.map(hostOf)[0] ?? 'localhost';
  const origins = all.filter(
    (origin) => hostOf(origin) === rpId || hostOf(origin).endsWith(`.${rpId}`),
  );
  if (origins.length === 0) {
    throw new ConfigNotValid(
      'PASSKEY_RP_ID must be the host of one of PUBLIC_ORIGINS, or its end.',
    );
  }
  return { rpId, origins };
}

/** What anyone may know about the server, as configured. */
export type AboutServer = Omit<ResponseOf<typeof about>, 'prover'>;

export function aboutOf(
  env: Pick<
    EnvironmentOf<'api'>,
    'MESSAGES_URL' | 'RECOVERY_KEY' | 'SUPPORT_EMAIL' | 'SIGNER_ORIGIN' | 'SIGNER_RELEASE'
  >,
): AboutServer {
  return {
    messagesUrl: env.MESSAGES_URL ?? null,
    recoveryKey: env.RECOVERY_KEY,
    supportEmail: env.SUPPORT_EMAIL ?? null,
    signer: signerOf(env),
  };
}

/** Where the keys of owners are, and which release of it this server was told of. */
function signerOf({
  SIGNER_ORIGIN: url,
  SIGNER_RELEASE: release,
}: Pick<EnvironmentOf<'api'>, 'SIGNER_ORIGIN' | 'SIGNER_RELEASE'>): AboutServer['signer'] {
  if (url === undefined && release === undefined) return null;
  if (url === undefined || release === undefined) {
    throw new ConfigNotValid('SIGNER_ORIGIN and SIGNER_RELEASE belong together.');
  }
  const { origin } = new URL(url);
  if (origin !== url) throw new ConfigNotValid('SIGNER_ORIGIN is not an origin.');
  if (!/^[0-9a-f]{64}$/.test(release)) {
    throw new ConfigNotValid('SIGNER_RELEASE is not the hash of a release of the signer.');
  }
  return { origin, release };
}

/** Where the recovery key is. */
export type RecoveryKeyConfig =
  | { readonly kind: 'file' }
  | {
      readonly kind: 'aws-kms';
      readonly keyId: string;
      readonly region: string;
      readonly endpoint: string | null;
    };

export function recoveryKeyOf(env: EnvironmentOf<'recovery'>): RecoveryKeyConfig {
  if (env.RECOVERY_KEY === 'file') return { kind: 'file' };
  const { RECOVERY_KMS_KEY_ID: keyId, RECOVERY_KMS_REGION: region } = env;
  if (keyId === undefined || region === undefined) {
    throw new ConfigNotValid(
      'RECOVERY_KEY=aws-kms needs RECOVERY_KMS_KEY_ID and RECOVERY_KMS_REGION.',
    );
  }
  return { kind: 'aws-kms', keyId, region, endpoint: env.RECOVERY_KMS_ENDPOINT ?? null };
}
