import * as z from 'zod/mini';
import { DEFAULT_RULES } from '#domain/protection/default-rules';
import { isHost } from './outgoing-urls.ts';
import { fileVariable, SECRET_VARIABLES } from './secret-files.ts';

const text = z.string().check(z.minLength(1));
/** A session without a device key never lasts longer than one with. */
const hoursOfSession = z
  .string()
  .check(z.regex(/^([1-9]|1[0-2])$/, 'must be a whole number from 1 to 12'));
const wholeNumber = z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number'));
const countAboveZero = z
  .string()
  .check(z.regex(/^[1-9]\d{0,8}$/, 'must be a whole number above zero'));
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
const emailAddress = z
  .string()
  .check(
    z.regex(/^[^\s@<>?&%,;:]+@[^\s@<>?&%,;:]+$/, 'must be an address such as help@wallet.example'),
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

const hosts = z
  .string()
  .check(
    z.refine(
      (list) => hostsOf(list).every(isHost),
      'must be hosts such as node.internal or 10.0.0.5, without scheme and port, separated by commas',
    ),
  );

/** Whom the services of push messages write to (RFC 8292, 2.1). */
const pushSubject = z
  .string()
  .check(
    z.regex(
      /^(?:mailto:[^\s@,]+@[^\s@,]+|https:\/\/\S+)$/,
      'must be a URL such as mailto:operator@wallet.example',
    ),
  );

/** Names, of which one may stand for all below it, and whole origins. */
const pushHosts = z
  .string()
  .check(
    z.refine(
      (list) => entriesOf(list).every(isPushHost),
      'must be hosts such as push.example or *.push.example, or origins, separated by commas',
    ),
  );

/** Without scheme and port. */
const host = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/,
      'must be a host such as wallet.example, without scheme and port',
    ),
  );

/** Two of these leave at least a tenth. */
const percent = z.string().check(z.regex(/^(?:[1-9]|[1-3]\d|4[0-5])$/, 'must be 1 to 45'));

const yesOrNo = z._default(z.enum(['true', 'false']), 'false');

/** Read by every process. */
const common = {
  KAX_MODE: z.enum(['production', 'sandbox']),
  DATABASE_URL: text,
  PGHOST: z.optional(z.string()),
  NODE_TLS_REJECT_UNAUTHORIZED: z.optional(z.string()),
  ALLOW_PRIVATE_URLS: z._default(hosts, ''),
  KEY_DIR: text,
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
};

const chains = {
  NETWORKS_FILE: text,
  POLYGON_RPC_URLS: z.optional(urls),
  AVALANCHE_RPC_URLS: z.optional(urls),
  ALLOW_SINGLE_RPC: yesOrNo,
};

const durability = { ALLOW_ASYNC_STANDBY: yesOrNo };

const site = { PUBLIC_ORIGINS: z._default(origins, '') };

const exchange = {
  RANGO_BASE_URL: z._default(url, 'https://api.rango.exchange'),
  RANGO_API_KEY: z.optional(text),
};

const ramp = {
  TRANSAK_API_KEY: z.optional(text),
  TRANSAK_API_SECRET: z.optional(text),
  TRANSAK_API_URL: z._default(url, 'https://api.transak.com'),
  TRANSAK_GATEWAY_URL: z._default(url, 'https://api-gateway.transak.com'),
  TRANSAK_WIDGET_ORIGIN: z._default(url, 'https://global.transak.com'),
};

/** How much leaves when, in whole US dollars and times. */
const protection = {
  DAILY_LIMIT_USD: z._default(wholeNumber, String(DEFAULT_RULES.dailyLimitUsd)),
  RESET_HOLD_USD: z._default(wholeNumber, String(DEFAULT_RULES.resetHoldUsd)),
  RESET_HOLD_HOURS: z._default(wholeNumber, String(DEFAULT_RULES.resetHoldHours)),
  NEW_DEVICE_USD: z._default(wholeNumber, String(DEFAULT_RULES.newDeviceUsd)),
  NEW_DEVICE_MINUTES: z._default(wholeNumber, String(DEFAULT_RULES.newDeviceMinutes)),
  LOST_FACTOR_DAYS: z._default(countAboveZero, String(DEFAULT_RULES.lostFactorDays)),
  UNFREEZE_PASSKEY_HOURS: z._default(wholeNumber, String(DEFAULT_RULES.unfreezePasskeyHours)),
  LIMIT_RAISE_HOURS: z._default(countAboveZero, String(DEFAULT_RULES.limitRaiseHours)),
};

/** Which text messages are sent, and how many. */
const texts = {
  SMS_PER_DAY: z._default(wholeNumber, '2000'),
  SMS_RESETS_PERCENT: z._default(percent, '30'),
  SMS_REGISTRATIONS_PERCENT: z._default(percent, '30'),
  SMS_COUNTRIES: z._default(
    z.string().check(z.regex(/^(\+\d{1,4}(,|$))*$/, 'must be calling codes such as +1,+351')),
    '',
  ),
};

const delivery = {
  ...texts,
  SMTP_URL: smtpUrl,
  MAIL_FROM: sender,
  TWILIO_BASE_URL: z._default(url, 'https://api.twilio.com'),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_FROM: text,
};

/** Where push messages may go: what a browser names is not trusted. */
const push = {
  PUSH_HOSTS: z._default(
    pushHosts,
    'fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.notify.windows.com',
  ),
};

const recovery = {
  RECOVERY_SOCKET: text,
  RECOVERY_KEY: z._default(z.enum(['file', 'aws-kms']), 'file'),
};

/**
 * What each process reads, and what it must look like (docs/operations.md, Environment). A variable that a process does
 * not read is not for it: whoever starts it gives it no other.
 */
export const environments = {
  api: z.object({
    ...common,
    ...chains,
    ...durability,
    ...site,
    ...exchange,
    ...ramp,
    ...recovery,
    ...texts,
    ...protection,
    ...push,
    ALLOW_SMS_TO_VOIP: yesOrNo,
    SMS_AT_ONCE_PER_HOUR: z._default(wholeNumber, '20'),
    FREE_CODE_REQUESTS_PER_HOUR: z._default(wholeNumber, '60'),
    PORT: z._default(port, '7600'),
    HOST: z._default(text, '127.0.0.1'),
    AUDIT_HEAD_FILE: z.optional(text),
    QR_BASE_URL: z.optional(url),
    WEB_DIR: z.optional(text),
    TRUSTED_PROXIES: z._default(wholeNumber, '0'),
    PASSKEY_RP_ID: z.optional(host),
    UNBOUND_SESSION_HOURS: z._default(hoursOfSession, '2'),
    REQUESTS_PER_MINUTE: z._default(wholeNumber, '6000'),
    MONEY_CALLS_PER_MINUTE: z._default(wholeNumber, '600'),
    WRONG_PASSWORDS_BEFORE_WORK: z._default(wholeNumber, '15'),
    FAILED_SIGN_INS_PER_MINUTE: z._default(countAboveZero, '1200'),
    MOST_WORK_SQUARINGS: z._default(wholeNumber, '4000000'),
    SEED_ACCOUNTS_FILE: z.optional(text),
    MESSAGES_URL: z.optional(url),
    SUPPORT_EMAIL: z.optional(emailAddress),
    SIGNER_ORIGIN: z.optional(url),
    SIGNER_RELEASE: z.optional(text),
    PLACES_FILE: z.optional(text),
    BROADCASTER_FEE_BPS: z.optional(wholeNumber),
  }),
  worker: z.object({
    ...common,
    ...chains,
    ...durability,
    ...site,
    ...exchange,
    ...ramp,
    ...delivery,
    ...push,
    PUSH_SUBJECT: z.optional(pushSubject),
    PRICE_BASE_URL: url,
    PRICE_API_KEY: z.optional(text),
    PRICE_KEY_HEADER: z._default(text, 'x-cg-demo-api-key'),
    BROADCASTER_FEE_LIMIT: z._default(baseUnits, '500000000000000000'),
  }),
  'shielded-worker': z.object({
    ...common,
    ...chains,
    ...durability,
    SHIELDED_DIR: text,
    ARTIFACTS_DIR: text,
    CONSOLIDATE_EVERY_MINUTES: z._default(wholeNumber, '60'),
    CONSOLIDATE_AFTER_QUIET_SECONDS: z._default(wholeNumber, '120'),
  }),
  recovery: z.object({
    ...common,
    ...site,
    ...delivery,
    ...recovery,
    CONTACT_CHANGE_HOURS: z._default(countAboveZero, String(DEFAULT_RULES.contactChangeHours)),
    RECOVERY_KMS_KEY_ID: z.optional(text),
    RECOVERY_KMS_REGION: z.optional(text),
    RECOVERY_KMS_ENDPOINT: z.optional(url),
  }),
  operator: z.object({ ...common, ...chains }),
};

/** A process of the server, or what its operator runs. */
export type ProcessName = keyof typeof environments;

/** What a process reads, with its defaults. */
export type EnvironmentOf<Name extends ProcessName> = z.output<(typeof environments)[Name]>;

/** @returns the variables that a process reads, those of files that have a secret included */
export function variablesOf(name: ProcessName): readonly string[] {
  const names = Object.keys(environments[name].shape);
  return [...names, ...SECRET_VARIABLES.filter((each) => names.includes(each)).map(fileVariable)];
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isPushHost(entry: string): boolean {
  if (entry.includes('://')) return isHttpUrl(entry) && new URL(entry).origin === entry;
  return /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(entry);
}

/** @returns what a list separated by commas contains */
export function entriesOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** @returns the hosts of a list, in lower case and without brackets */
export function hostsOf(list: string): readonly string[] {
  return entriesOf(list).map((host) => host.toLowerCase().replace(/^\[|\]$/g, ''));
}
