import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { ProtectionRules } from './application/protection-rules.ts';
import type { WorkRules } from './application/work-demand.ts';
import {
  type AboutServer,
  aboutOf,
  type ChainsConfig,
  type CommonConfig,
  chainsOf,
  commonOf,
  type DeliveryConfig,
  type DurabilityConfig,
  deliveryOf,
  durabilityOf,
  type ExchangeConfig,
  exchangeOf,
  type PasskeysConfig,
  passkeysOf,
  protectionOf,
  pushHostsOf,
  type RampConfig,
  type RecoveryKeyConfig,
  rampOf,
  recoveryKeyOf,
  type TextsConfig,
  textsOf,
  workOf,
} from './config-groups.ts';
import { ConfigNotValid } from './config-not-valid.ts';
import { problemOfDatabaseUrl } from './database-url.ts';
import { type EnvironmentOf, entriesOf, environments, type ProcessName } from './environment.ts';
import { type OutgoingUrl, problemsOfUrls } from './outgoing-urls.ts';
import type { PushHosts } from './ports/push-endpoints.ts';
import { withSecretFiles } from './secret-files.ts';

// What each process needs to know before it starts; nothing else reads the environment.

export interface ApiConfig extends CommonConfig, ChainsConfig, DurabilityConfig {
  readonly port: number;
  readonly host: string;
  readonly exchange: ExchangeConfig;
  readonly ramp: RampConfig | null;
  /** Where heads of the audit log are appended; null when only the log stream has them. */
  readonly auditHeadFile: string | null;
  readonly qrOrigin: string | null;
  readonly webFolder: string | null;
  readonly trustedProxies: number;
  readonly passkeys: PasskeysConfig;
  /** How long a session without a device key lasts at most. */
  readonly unboundSessionMs: number;
  readonly publicOrigins: readonly string[];
  readonly limits: { readonly requestsPerMinute: number; readonly moneyCallsPerMinute: number };
  /** When strangers have to do work before their password is checked, and how much. */
  readonly work: WorkRules;
  /** How much may leave when. */
  readonly protection: ProtectionRules;
  readonly seedAccountsFile: string | null;
  /** Where push messages may go. */
  readonly pushHosts: PushHosts;
  readonly about: AboutServer;
  /** Where account recovery listens, and which kind of key it should have. */
  readonly recovery: { readonly socket: string; readonly keyKind: RecoveryKeyConfig['kind'] };
  /** A database of places by address other than the included one. */
  readonly placesFile: string | null;
  /** Which text messages may be requested, and how many. */
  readonly texts: TextsConfig & {
    readonly allowsVoip: boolean;
    /** Of strangers who entered no codes yet, for each purpose. */
    readonly atOncePerHour: number;
    /** Requests for codes by strangers before each needs work. */
    readonly freeRequestsPerHour: number;
  };
  /**
   * What the broadcaster of private payments takes on top of what the gas costs, basis points; null when it takes
   * nothing at all.
   */
  readonly broadcasterFeeBps: number | null;
}

export interface WorkerConfig extends CommonConfig, ChainsConfig, DurabilityConfig, DeliveryConfig {
  readonly price: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly keyHeader: string;
  };
  readonly exchange: ExchangeConfig;
  readonly ramp: RampConfig | null;
  readonly publicOrigins: readonly string[];
  /** Where push messages may go, and whom their services write to. */
  readonly push: { readonly hosts: PushHosts; readonly subject: string };
  /** The most that the network may charge the broadcaster for one transaction, base units of the native coin. */
  readonly broadcasterFeeLimit: bigint;
}

export interface ShieldedWorkerConfig extends CommonConfig, ChainsConfig, DurabilityConfig {
  /** Where it keeps what it found, and its proving files. */
  readonly shielded: { readonly folder: string; readonly artifactsFolder: string };
  /**
   * How often a user's fragmented notes are consolidated, and for how long no one may have requested a proof before;
   * null where they stay as they are.
   */
  readonly consolidation: { readonly everyMs: number; readonly quietMs: number } | null;
}

const HOUR_MS = 60 * 60_000;

export interface RecoveryConfig extends CommonConfig, DeliveryConfig {
  readonly publicOrigins: readonly string[];
  readonly socket: string;
  readonly key: RecoveryKeyConfig;
  /** How long a confirmed change of an email or a phone waits. */
  readonly contactChangeMs: number;
}

export interface OperatorConfig extends CommonConfig, ChainsConfig {}

/** Throws `ConfigNotValid` with every variable that is missing or wrong, as the other readers do. */
export function readApiConfig(variables?: Variables): ApiConfig {
  const env = readEnvironment('api', variables);
  const ramp = rampOf(env);
  const config: ApiConfig = {
    ...commonOf(env),
    ...chainsOf(env),
    ...durabilityOf(env),
    port: Number.parseInt(env.PORT, 10),
    host: env.HOST,
    exchange: exchangeOf(env),
    ramp,
    auditHeadFile: resolvedOrNull(env.AUDIT_HEAD_FILE),
    qrOrigin: env.QR_BASE_URL === undefined ? null : new URL(env.QR_BASE_URL).origin,
    webFolder: resolvedOrNull(env.WEB_DIR),
    trustedProxies: Number.parseInt(env.TRUSTED_PROXIES, 10),
    passkeys: passkeysOf(env),
    unboundSessionMs: Number.parseInt(env.UNBOUND_SESSION_HOURS, 10) * 60 * 60_000,
    publicOrigins: entriesOf(env.PUBLIC_ORIGINS),
    limits: {
      requestsPerMinute: Number.parseInt(env.REQUESTS_PER_MINUTE, 10),
      moneyCallsPerMinute: Number.parseInt(env.MONEY_CALLS_PER_MINUTE, 10),
    },
    work: workOf(env),
    protection: protectionOf(env),
    pushHosts: pushHostsOf(env),
    seedAccountsFile: env.SEED_ACCOUNTS_FILE ?? null,
    about: aboutOf(env),
    recovery: { socket: env.RECOVERY_SOCKET, keyKind: env.RECOVERY_KEY },
    placesFile: env.PLACES_FILE ?? null,
    texts: {
      ...textsOf(env),
      allowsVoip: env.ALLOW_SMS_TO_VOIP === 'true',
      atOncePerHour: Number.parseInt(env.SMS_AT_ONCE_PER_HOUR, 10),
      freeRequestsPerHour: Number.parseInt(env.FREE_CODE_REQUESTS_PER_HOUR, 10),
    },
    broadcasterFeeBps:
      env.BROADCASTER_FEE_BPS === undefined ? null : Number.parseInt(env.BROADCASTER_FEE_BPS, 10),
  };
  requireOutgoingUrls(
    config,
    urlsNamed({
      ...exchangeUrls(env),
      QR_BASE_URL: config.qrOrigin,
      PUSH_HOSTS: pushUrlsOf(config.pushHosts),
    }),
  );
  refuseSandbox(config);
  return config;
}

export function readWorkerConfig(variables?: Variables): WorkerConfig {
  const env = readEnvironment('worker', variables);
  const config: WorkerConfig = {
    ...commonOf(env),
    ...chainsOf(env),
    ...durabilityOf(env),
    ...deliveryOf(env),
    price: {
      baseUrl: env.PRICE_BASE_URL,
      apiKey: env.PRICE_API_KEY ?? null,
      keyHeader: env.PRICE_KEY_HEADER,
    },
    exchange: exchangeOf(env),
    ramp: rampOf(env),
    publicOrigins: entriesOf(env.PUBLIC_ORIGINS),
    push: { hosts: pushHostsOf(env), subject: env.PUSH_SUBJECT ?? mailtoOf(env.MAIL_FROM) },
    broadcasterFeeLimit: BigInt(env.BROADCASTER_FEE_LIMIT),
  };
  requireOutgoingUrls(
    config,
    urlsNamed({
      ...exchangeUrls(env),
      ...deliveryUrls(env),
      PRICE_BASE_URL: config.price.baseUrl,
      PUSH_HOSTS: pushUrlsOf(config.push.hosts),
    }),
  );
  return config;
}

export function readShieldedWorkerConfig(variables?: Variables): ShieldedWorkerConfig {
  const env = readEnvironment('shielded-worker', variables);
  const everyMs = Number.parseInt(env.CONSOLIDATE_EVERY_MINUTES, 10) * 60_000;
  const quietMs = Number.parseInt(env.CONSOLIDATE_AFTER_QUIET_SECONDS, 10) * 1_000;
  const config: ShieldedWorkerConfig = {
    ...commonOf(env),
    ...chainsOf(env),
    ...durabilityOf(env),
    shielded: {
      folder: resolve(env.SHIELDED_DIR),
      artifactsFolder: resolve(env.ARTIFACTS_DIR),
    },
    consolidation: everyMs === 0 ? null : { everyMs, quietMs },
  };
  requireOutgoingUrls(config, urlsNamed(nodeUrls(env)));
  return config;
}

export function readRecoveryConfig(variables?: Variables): RecoveryConfig {
  const env = readEnvironment('recovery', variables);
  const key = recoveryKeyOf(env);
  const config: RecoveryConfig = {
    ...commonOf(env),
    ...deliveryOf(env),
    publicOrigins: entriesOf(env.PUBLIC_ORIGINS),
    socket: env.RECOVERY_SOCKET,
    key,
    contactChangeMs: Number.parseInt(env.CONTACT_CHANGE_HOURS, 10) * HOUR_MS,
  };
  const RECOVERY_KMS_ENDPOINT = key.kind === 'aws-kms' ? key.endpoint : null;
  requireOutgoingUrls(config, urlsNamed({ ...deliveryUrls(env), RECOVERY_KMS_ENDPOINT }));
  return config;
}

/** Of `npm run operations`. */
export function readOperatorConfig(variables?: Variables): OperatorConfig {
  const env = readEnvironment('operator', variables);
  const config = { ...commonOf(env), ...chainsOf(env) };
  requireOutgoingUrls(config, urlsNamed(nodeUrls(env)));
  return config;
}

type Variables = Readonly<Record<string, string | undefined>>;

function readEnvironment<Name extends ProcessName>(
  name: Name,
  variables: Variables = process.env,
): EnvironmentOf<Name> {
  const parsed = environments[name].safeParse(withSecretFiles(variables));
  if (!parsed.success) throw new ConfigNotValid(z.prettifyError(parsed.error));
  const env = parsed.data as EnvironmentOf<Name>;
  if (env.KAX_MODE === 'production') refuseWithoutTls(env);
  return env;
}

function resolvedOrNull(path: string | undefined): string | null {
  return path === undefined ? null : resolve(path);
}

/** In production the database and everyone else is who the certificate says. */
function refuseWithoutTls(env: EnvironmentOf<ProcessName>): void {
  const problem = problemOfDatabaseUrl(env.DATABASE_URL, env.PGHOST);
  if (problem !== null) throw new ConfigNotValid(problem);
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new ConfigNotValid(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate; KAX_MODE is production.',
    );
  }
}

/** In production nothing of the sandbox may be reached by mistake. */
function refuseSandbox({ mode, about, seedAccountsFile }: ApiConfig): void {
  if (mode !== 'production') return;
  if (about.messagesUrl !== null) {
    throw new ConfigNotValid('MESSAGES_URL shows what a sandbox sends; KAX_MODE is production.');
  }
  if (seedAccountsFile !== null) {
    throw new ConfigNotValid('SEED_ACCOUNTS_FILE makes sandbox users; KAX_MODE is production.');
  }
}

type UrlsByName = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** Those of the networks file are read later. */
function nodeUrls(env: EnvironmentOf<'operator'>): UrlsByName {
  return Object.fromEntries(
    [...chainsOf(env).rpcUrls].map(([slug, urls]) => [`${slug.toUpperCase()}_RPC_URLS`, urls]),
  );
}

function exchangeUrls(env: EnvironmentOf<'api'> | EnvironmentOf<'worker'>): UrlsByName {
  const ramp = rampOf(env);
  return {
    ...nodeUrls(env),
    RANGO_BASE_URL: env.RANGO_BASE_URL,
    TRANSAK_API_URL: ramp?.apiUrl,
    TRANSAK_GATEWAY_URL: ramp?.gatewayUrl,
    TRANSAK_WIDGET_ORIGIN: ramp?.widgetOrigin,
  };
}

function deliveryUrls(env: EnvironmentOf<'worker'> | EnvironmentOf<'recovery'>): UrlsByName {
  return { SMTP_URL: env.SMTP_URL, TWILIO_BASE_URL: env.TWILIO_BASE_URL };
}

function pushUrlsOf({ names, origins }: PushHosts): readonly string[] {
  return [...origins, ...names.map((name) => `https://${name.replace('*.', '')}`)];
}

function mailtoOf(sender: string): string {
  return `mailto:${/<(.+)>$/.exec(sender)?.[1] ?? sender}`;
}

function urlsNamed(urls: UrlsByName): readonly OutgoingUrl[] {
  return Object.entries(urls).flatMap(([name, each]) =>
    [each ?? []].flat().map((url) => ({ name, url })),
  );
}

/**
 * Throws `ConfigNotValid` in production with every URL that has no TLS, or is on this machine or in a private network
 * that is not explicitly allowed.
 */
export function requireOutgoingUrls(
  { mode, privateHosts }: Pick<CommonConfig, 'mode' | 'privateHosts'>,
  urls: readonly OutgoingUrl[],
): void {
  const problems = mode === 'production' ? problemsOfUrls(urls, privateHosts) : [];
  if (problems.length > 0) throw new ConfigNotValid(problems.join('\n'));
}
