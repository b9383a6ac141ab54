import { resolve } from 'node:path';
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
const wholeNumber = z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number'));
const baseUnits = z
  .string()
  .check(z.regex(/^[1-9]\d{0,29}$/, 'must be an amount in base units, above zero'));
const port = wholeNumber.check(
  z.refine((digits) => Number.parseInt(digits, 10) <= 65_535, 'must be a port'),
);
const url = z.string().check(z.refine(isHttpUrl, 'must be an http or https URL'));
const urls = z
  .string()
  .check(
    z.refine(
      (list) => entriesOf(list).every(isHttpUrl),
      'must be http or https URLs, separated by commas',
    ),
  );
const smtpUrl = z
  .string()
  .check(
    z.refine(
      (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol),
      'must be an smtp or smtps URL',
    ),
  );
const sender = z
  .string()
  .check(
    z.regex(
      /^(?:[^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an address such as Kax <no-reply@wallet.example>',
    ),
  );
const origins = z
  .string()
  .check(
    z.refine(
      (list) =>
        entriesOf(list).every((entry) => isHttpUrl(entry) && new URL(entry).origin === entry),
      'must be origins such as https://wallet.example, separated by commas',
    ),
  );

const environment = z.object({
  KAX_MODE: z.enum(['production', 'sandbox']),
  PORT: z._default(port, '7600'),
  HOST: z._default(text, '127.0.0.1'),
  DATABASE_URL: text,
  ALLOW_ASYNC_STANDBY: z._default(z.enum(['true', 'false']), 'false'),
  NETWORKS_FILE: text,
  POLYGON_RPC_URLS: z.optional(urls),
  AVALANCHE_RPC_URLS: z.optional(urls),
  ALLOW_SINGLE_RPC: z._default(z.enum(['true', 'false']), 'false'),
  PRICE_BASE_URL: url,
  PRICE_API_KEY: z.optional(text),
  PRICE_KEY_HEADER: z._default(text, 'x-cg-demo-api-key'),
  RANGO_BASE_URL: z._default(url, 'https://api.rango.exchange'),
  RANGO_API_KEY: z.optional(text),
  KEY_DIR: text,
  QR_BASE_URL: z.optional(url),
  WEB_DIR: z.optional(text),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  TRUSTED_PROXIES: z._default(wholeNumber, '0'),
  PUBLIC_ORIGINS: z._default(origins, ''),
  REQUESTS_PER_MINUTE: z._default(wholeNumber, '6000'),
  MONEY_CALLS_PER_MINUTE: z._default(wholeNumber, '600'),
  SEED_ACCOUNTS_FILE: z.optional(text),
  SMTP_URL: smtpUrl,
  MAIL_FROM: sender,
  TWILIO_BASE_URL: z._default(url, 'https://api.twilio.com'),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_FROM: text,
  SMS_PER_DAY: z._default(wholeNumber, '2000'),
  SMS_COUNTRIES: z._default(
    z.string().check(z.regex(/^(\+\d{1,4}(,|$))*$/, 'must be calling codes such as +1,+351')),
    '',
  ),
  TRANSAK_API_KEY: z.optional(text),
  TRANSAK_API_SECRET: z.optional(text),
  TRANSAK_API_URL: z._default(url, 'https://api.transak.com'),
  TRANSAK_GATEWAY_URL: z._default(url, 'https://api-gateway.transak.com'),
  TRANSAK_WIDGET_ORIGIN: z._default(url, 'https://global.transak.com'),
  MESSAGES_URL: z.optional(url),
  RECOVERY_KEY: z._default(z.enum(['file', 'aws-kms']), 'file'),
  RECOVERY_DIR: z.optional(text),
  RECOVERY_KMS_KEY_ID: z.optional(text),
  RECOVERY_KMS_REGION: z.optional(text),
  RECOVERY_KMS_ENDPOINT: z.optional(url),
  PLACES_FILE: z.optional(text),
  SHIELDED_DIR: z.optional(text),
  BROADCASTER_FEE_BPS: z.optional(wholeNumber),
  BROADCASTER_FEE_LIMIT: z._default(baseUnits, '500000000000000000'),
  CONSOLIDATE_EVERY_MINUTES: z._default(wholeNumber, '60'),
  CONSOLIDATE_AFTER_QUIET_SECONDS: z._default(wholeNumber, '120'),
  ARTIFACTS_DIR: z.optional(text),
});

/** What the server needs to know before it starts; nothing else reads the environment. */
export interface Config {
  readonly mode: 'production' | 'sandbox';
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string;
  /** Accepts that a failover of the database loses its last commits. */
  readonly allowsAsyncStandby: boolean;
  readonly networksFile: string;
  /** By network slug; replaces the URLs of the networks file. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** Whether a network may depend on one node in production. */
  readonly allowsSingleNode: boolean;
  readonly price: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly keyHeader: string;
  };
  /** Rango's Main API, or a server that speaks its protocol; without a key there are no swaps. */
  readonly exchange: { readonly baseUrl: string; readonly apiKey: string | null };
  readonly keyFolder: string;
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
  readonly recovery:
    | { readonly kind: 'file'; readonly folder: string }
    | {
        readonly kind: 'aws-kms';
        readonly keyId: string;
        readonly region: string;
        readonly endpoint: string | null;
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
    allowsAsyncStandby: env.ALLOW_ASYNC_STANDBY === 'true',
    networksFile: env.NETWORKS_FILE,
    rpcUrls: new Map(
      Object.entries({ polygon: env.POLYGON_RPC_URLS, avalanche: env.AVALANCHE_RPC_URLS }).flatMap(
        ([slug, urls]) => (urls === undefined ? [] : [[slug, entriesOf(urls)] as const]),
      ),
    ),
    allowsSingleNode: env.ALLOW_SINGLE_RPC === 'true',
    price: {
      baseUrl: env.PRICE_BASE_URL,
      apiKey: env.PRICE_API_KEY ?? null,
      keyHeader: env.PRICE_KEY_HEADER,
    },
    exchange: { baseUrl: env.RANGO_BASE_URL, apiKey: env.RANGO_API_KEY ?? null },
    keyFolder: env.KEY_DIR,
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
  if (config.mode === 'production') refuseSandbox(config);
  return config;
}

function recoveryOf(env: z.output<typeof environment>): Config['recovery'] {
  if (env.RECOVERY_KEY === 'file') {
    return { kind: 'file', folder: env.RECOVERY_DIR ?? env.KEY_DIR };
  }
  const { RECOVERY_KMS_KEY_ID: keyId, RECOVERY_KMS_REGION: region } = env;
  if (keyId === undefined || region === undefined) {
    throw new ConfigNotValid(
      'RECOVERY_KEY=aws-kms needs RECOVERY_KMS_KEY_ID and RECOVERY_KMS_REGION.',
    );
  }
  return { kind: 'aws-kms', keyId, region, endpoint: env.RECOVERY_KMS_ENDPOINT ?? null };
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
  const [origin] = entriesOf(env.PUBLIC_ORIGINS);
  if (apiKey === undefined || apiSecret === undefined || origin === undefined) {
    throw new ConfigNotValid(
      'Buying and selling needs TRANSAK_API_KEY, TRANSAK_API_SECRET and PUBLIC_ORIGINS, all three.',
    );
  }
  return {
    apiUrl: env.TRANSAK_API_URL.replace(/\/+$/, ''),
    gatewayUrl: env.TRANSAK_GATEWAY_URL.replace(/\/+$/, ''),
    widgetOrigin: new URL(env.TRANSAK_WIDGET_ORIGIN).origin,
    apiKey,
    apiSecret,
    referrerDomain: new URL(origin).hostname,
  };
}

/** In production nothing of the sandbox may be reached by mistake. */
function refuseSandbox(config: Config): void {
  const { recovery, ramp } = config;
  requirePublicUrls(config, [
    config.price.baseUrl,
    config.exchange.baseUrl,
    config.mail.url,
    config.sms.baseUrl,
    ...(recovery.kind === 'aws-kms' && recovery.endpoint !== null ? [recovery.endpoint] : []),
    ...(ramp === null ? [] : [ramp.apiUrl, ramp.gatewayUrl, ramp.widgetOrigin]),
    ...[...config.rpcUrls.values()].flat(),
  ]);
  if (config.messagesUrl !== null) {
    throw new ConfigNotValid('MESSAGES_URL shows what a sandbox sends; KAX_MODE is production.');
  }
  if (config.seedAccountsFile !== null) {
    throw new ConfigNotValid('SEED_ACCOUNTS_FILE makes sandbox users; KAX_MODE is production.');
  }
}

/** Throws `ConfigNotValid` in production when one of these services would be on this machine. */
export function requirePublicUrls({ mode }: Pick<Config, 'mode'>, urls: readonly string[]): void {
  const local = urls.find((url) =>
    /^(localhost$|127\.|0\.0\.0\.0$|\[::1?\]$)/i.test(new URL(url).hostname),
  );
  if (mode === 'production' && local !== undefined) {
    throw new ConfigNotValid(`${local} is a sandbox address; KAX_MODE is production.`);
  }
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function entriesOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The server cannot start with this environment. */
export class ConfigNotValid extends Error {
  constructor(problem: string) {
    super(`The configuration is not valid.\n${problem}`);
    this.name = 'ConfigNotValid';
  }
}
