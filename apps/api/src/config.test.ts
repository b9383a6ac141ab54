import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  readApiConfig,
  readOperatorConfig,
  readRecoveryConfig,
  readShieldedWorkerConfig,
  readWorkerConfig,
} from './config.ts';
import { environments, type ProcessName, variablesOf } from './environment.ts';
import { requireTwoNodes } from './require-two-nodes.ts';
import { SECRET_VARIABLES } from './secret-files.ts';

/** What all processes of a sandbox read together. */
const sandbox = {
  KAX_MODE: 'sandbox',
  DATABASE_URL: 'postgres://localhost/kax',
  NETWORKS_FILE: 'networks.json',
  PRICE_BASE_URL: 'http://127.0.0.1:7605/api/v3',
  KEY_DIR: 'keys',
  SMTP_URL: 'smtp://127.0.0.1:7607',
  MAIL_FROM: 'Kax <no-reply@kax.test>',
  TWILIO_BASE_URL: 'http://127.0.0.1:7606',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+15005550006',
  RECOVERY_SOCKET: '/run/kax/recovery.sock',
  SHIELDED_DIR: 'shielded',
  ARTIFACTS_DIR: 'artifacts',
};

const production = {
  ...sandbox,
  KAX_MODE: 'production',
  DATABASE_URL: 'postgres://kax:secret@db.example/kax?sslmode=verify-full',
  PRICE_BASE_URL: 'https://api.coingecko.com/api/v3',
  SMTP_URL: 'smtps://kax:secret@mail.example:465',
  TWILIO_BASE_URL: 'https://api.twilio.com',
};

type Variables = Readonly<Record<string, string | undefined>>;

const readers = {
  api: readApiConfig,
  worker: readWorkerConfig,
  'shielded-worker': readShieldedWorkerConfig,
  recovery: readRecoveryConfig,
  operator: readOperatorConfig,
} as const;
const processes = Object.keys(readers) as ProcessName[];

/** Each process that reads the variable. */
const readersOf = (variable: string) =>
  processes.filter((name) => variablesOf(name).includes(variable)).map((name) => readers[name]);

/** Reads the configuration of every process. */
function readAll(variables: Variables): void {
  for (const read of Object.values(readers)) read(variables);
}

/** What a process is given, and nothing that it does not read. */
function ownVariables(name: ProcessName, all: Variables): Variables {
  const own = variablesOf(name);
  return Object.fromEntries(Object.entries(all).filter(([variable]) => own.includes(variable)));
}

it.each(processes)('%s starts with its own variables alone', (name) => {
  const read = readers[name];
  expect(() => read(ownVariables(name, production))).not.toThrow();
  for (const [variable, form] of Object.entries(environments[name].shape)) {
    const isRequired = !form.safeParse(undefined).success;
    const without = { ...ownVariables(name, production), [variable]: undefined };
    if (isRequired) expect(() => read(without)).toThrow(variable);
    else expect(() => read(without)).not.toThrow();
  }
});

it('gives the secrets of others to no process', () => {
  const secretsOf = (name: ProcessName) =>
    SECRET_VARIABLES.filter((each) => variablesOf(name).includes(each));
  expect(Object.fromEntries(processes.map((name) => [name, secretsOf(name)]))).toEqual({
    api: [
      'DATABASE_URL',
      'POLYGON_RPC_URLS',
      'AVALANCHE_RPC_URLS',
      'RANGO_API_KEY',
      'TRANSAK_API_KEY',
      'TRANSAK_API_SECRET',
    ],
    worker: [...SECRET_VARIABLES],
    'shielded-worker': ['DATABASE_URL', 'POLYGON_RPC_URLS', 'AVALANCHE_RPC_URLS'],
    recovery: ['DATABASE_URL', 'SMTP_URL', 'TWILIO_AUTH_TOKEN'],
    operator: ['DATABASE_URL', 'POLYGON_RPC_URLS', 'AVALANCHE_RPC_URLS'],
  });
});

it.each(SECRET_VARIABLES)('reads %s from a file as well, and says whose file it is', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'kax-secrets-'));
  try {
    const file = join(folder, 'secret');
    const all: Variables = {
      ...production,
      POLYGON_RPC_URLS: 'https://one.example/hidden',
      AVALANCHE_RPC_URLS: 'https://two.example/hidden',
      PRICE_API_KEY: 'hidden',
      RANGO_API_KEY: 'hidden',
      TRANSAK_API_KEY: 'hidden',
      TRANSAK_API_SECRET: 'hidden',
      PUBLIC_ORIGINS: 'https://kax.example',
    };
    writeFileSync(file, `${all[name]}\n`);
    for (const read of readersOf(name)) {
      const inFile = { ...all, [name]: undefined, [`${name}_FILE`]: file };
      expect(read(inFile)).toEqual(read(all));
      expect(() => read({ ...all, [`${name}_FILE`]: file })).toThrow(
        `Set ${name} or ${name}_FILE, not both.`,
      );
      const nowhere = { ...inFile, [`${name}_FILE`]: join(folder, 'nowhere') };
      expect(() => read(nowhere)).toThrow(`${name}_FILE: ${join(folder, 'nowhere')}`);
      writeFileSync(file, '');
      if (name === 'DATABASE_URL') expect(() => read(inFile)).toThrow(name);
      writeFileSync(file, `${all[name]}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('names every variable that is missing', () => {
  const start = () => readApiConfig({ KAX_MODE: 'sandbox' });
  expect(start).toThrow(/DATABASE_URL[\s\S]*NETWORKS_FILE/);
});

it.each([
  ['ALLOW_ASYNC_STANDBY', 'yes'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PRICE_BASE_URL', 'coingecko'],
  ['QR_BASE_URL', 'ftp://qr.example'],
  ['POLYGON_RPC_URLS', 'https://polygon.example, polygon'],
  ['PUBLIC_ORIGINS', 'https://wallet.example/'],
  ['KAX_MODE', 'test'],
  ['ALLOW_SINGLE_RPC', 'yes'],
  ['ALLOW_PRIVATE_URLS', 'http://10.0.0.5'],
  ['ALLOW_PRIVATE_URLS', '10.0.0.5, 10.0.0.6:8545'],
  ['ALLOW_PRIVATE_URLS', '10.0.0.0/8'],
  ['ALLOW_PRIVATE_URLS', '0x7f.1'],
  ['ALLOW_PRIVATE_URLS', '*'],
  ['SMTP_URL', 'https://mail.example'],
  ['MAIL_FROM', ''],
  ['MAIL_FROM', 'Kax'],
  ['MAIL_FROM', 'Kax <no-reply@kax.test>\r\nBcc: b@kax.test'],
  ['SMS_PER_DAY', 'many'],
  ['SMS_COUNTRIES', '1,351'],
  ['PUSH_HOSTS', 'localhost'],
  ['PUSH_HOSTS', 'push.example:8443'],
  ['PUSH_HOSTS', '*'],
  ['PUSH_HOSTS', 'https://push.example/path'],
  ['PUSH_SUBJECT', 'operator'],
  ['SUPPORT_EMAIL', 'help'],
  ['SUPPORT_EMAIL', 'help@kax.test?bcc=mallory@kax.test'],
  ['SMS_RESETS_PERCENT', '46'],
  ['SMS_REGISTRATIONS_PERCENT', '0'],
  ['CONSOLIDATE_EVERY_MINUTES', 'never'],
  ['CONSOLIDATE_AFTER_QUIET_SECONDS', '-1'],
  ['RECOVERY_KEY', 'paper'],
])('names the variable that is wrong: %s=%s', (name, value) => {
  expect(readersOf(name)).not.toEqual([]);
  for (const read of readersOf(name)) {
    expect(() => read({ ...sandbox, [name]: value })).toThrow(name);
  }
});

it('accepts an asynchronous standby only when it is told to', () => {
  expect(readApiConfig(production)).toMatchObject({ allowsAsyncStandby: false });
  const accepting = readApiConfig({ ...production, ALLOW_ASYNC_STANDBY: 'true' });
  expect(accepting).toMatchObject({ allowsAsyncStandby: true });
});

it('uses 7600 as the port when none is given', () => {
  expect(readApiConfig(sandbox)).toMatchObject({
    port: 7600,
    host: '127.0.0.1',
    rpcUrls: new Map(),
  });
});

const partner = { TRANSAK_API_KEY: 'key', TRANSAK_API_SECRET: 'secret' };
const withEverything = {
  ...production,
  ...partner,
  PUBLIC_ORIGINS: 'https://kax.example',
  RECOVERY_KEY: 'aws-kms',
  RECOVERY_KMS_KEY_ID: 'alias/kax',
  RECOVERY_KMS_REGION: 'eu-west-1',
};

it.each([
  'PRICE_BASE_URL',
  'RANGO_BASE_URL',
  'TWILIO_BASE_URL',
  'QR_BASE_URL',
  'TRANSAK_API_URL',
  'TRANSAK_GATEWAY_URL',
  'TRANSAK_WIDGET_ORIGIN',
  'RECOVERY_KMS_ENDPOINT',
  'POLYGON_RPC_URLS',
  'AVALANCHE_RPC_URLS',
])(
  'refuses %s in production when it has no TLS or is not public, unless its host is listed',
  (name) => {
    expect(readersOf(name)).not.toEqual([]);
    for (const read of readersOf(name)) {
      for (const url of ['http://service.example', 'https://10.0.0.5', 'http://[::1]:7606']) {
        const variables = { ...withEverything, [name]: url };
        expect(() => read(variables)).toThrow(`${name}: `);
        const allowed = { ...variables, ALLOW_PRIVATE_URLS: '10.0.0.5, [::1], Service.example' };
        expect(read(allowed).privateHosts).toEqual(['10.0.0.5', '::1', 'service.example']);
        expect(() => read({ ...variables, ALLOW_PRIVATE_URLS: '10.0.0.6' })).toThrow(name);
      }
      const isPublic = { ...withEverything, [name]: 'https://service.example' };
      expect(() => read(isPublic)).not.toThrow();
    }
  },
);

it('names every node that is refused, and not the one beside it', () => {
  const urls = 'https://polygon.example/key, http://Localhost:8545, https://169.254.169.254';
  const start = () => readShieldedWorkerConfig({ ...production, POLYGON_RPC_URLS: urls });
  expect(start).toThrow(/POLYGON_RPC_URLS: localhost .*\nPOLYGON_RPC_URLS: 169\.254\.169\.254 /);
  expect(start).not.toThrow('polygon.example');
});

it('refuses a mail server in production that is local, or whose URL gives up encryption', () => {
  for (const url of ['smtp://127.0.0.1:7607', 'smtp://mail.example?requireTLS=false']) {
    expect(() => readRecoveryConfig({ ...production, SMTP_URL: url })).toThrow('SMTP_URL: ');
  }
  const relay = { SMTP_URL: 'smtp://relay?requireTLS=false', ALLOW_PRIVATE_URLS: 'relay' };
  expect(() => readRecoveryConfig({ ...production, ...relay })).not.toThrow();
  expect(readRecoveryConfig({ ...production, SMTP_URL: 'smtp://mail.example' }).mail.needsTls).toBe(
    true,
  );
});

it('refuses a database in production that anyone on the way could read, or stand in for', () => {
  const start = (url: string, more = {}) =>
    readApiConfig({ ...production, DATABASE_URL: url, ...more });
  expect(() => start('postgres://kax:hidden@10.0.0.5/kax')).toThrow('sslmode=verify-full');
  expect(() => start('postgres://kax:hidden@10.0.0.5/kax')).not.toThrow('hidden');
  expect(() => start('postgres://kax@localhost/kax?sslmode=require')).toThrow('verify-full');
  expect(start('postgres://kax@/kax?host=/run/postgresql').databaseHost).toBe('/run/postgresql');
  expect(start(production.DATABASE_URL).databaseHost).toBe('db.example');
  const folder = { PGHOST: '/run/postgresql' };
  expect(start('postgres:///kax', folder).databaseHost).toBe('/run/postgresql');
  expect(() => start(production.DATABASE_URL, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
    'NODE_TLS_REJECT_UNAUTHORIZED',
  );
});

it('changes nothing for a sandbox', () => {
  const anything = {
    ...withEverything,
    ...sandbox,
    POLYGON_RPC_URLS: 'http://localhost:8545',
    SMTP_URL: 'smtp://127.0.0.1:7607?ignoreTLS=true',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
  readAll(anything);
  expect(readApiConfig(anything)).toMatchObject({ databaseUrl: sandbox.DATABASE_URL });
});

it('tells anyone where to ask for help, or that there is no such address', () => {
  expect(readApiConfig(sandbox).about.supportEmail).toBeNull();
  const variables = { ...sandbox, SUPPORT_EMAIL: 'help@wallet.example' };
  expect(readApiConfig(variables).about.supportEmail).toBe('help@wallet.example');
});

it.each(['SEED_ACCOUNTS_FILE', 'MESSAGES_URL'])('refuses %s in production', (name) => {
  const value = 'https://sandbox.example';
  expect(() => readApiConfig({ ...production, [name]: value })).toThrow(name);
});

it('needs two nodes for each network in production, unless one is explicitly allowed', () => {
  const one = 'https://one.example/key';
  const networks = [
    { network: { slug: 'polygon' }, rpcUrls: [one, 'https://two.example/key'] },
    { network: { slug: 'avalanche' }, rpcUrls: [one, one] },
  ];
  const start = (variables: Record<string, string>) => () =>
    requireTwoNodes(readApiConfig(variables), networks);
  expect(start(production)).toThrow('AVALANCHE_RPC_URLS');
  expect(start(production)).not.toThrow('one.example');
  expect(start({ ...production, ALLOW_SINGLE_RPC: 'true' })).not.toThrow();
  expect(start(sandbox)).not.toThrow();
});

it('buys and sells where a payment partner is named, with everything it needs', () => {
  expect(readApiConfig(production).ramp).toBeNull();
  const partner = { ...production, TRANSAK_API_KEY: 'key', PUBLIC_ORIGINS: 'https://kax.example' };
  expect(() => readApiConfig(partner)).toThrow('TRANSAK_API_SECRET');
  const secret = { ...partner, TRANSAK_API_SECRET: 'secret' };
  expect(() => readApiConfig({ ...secret, PUBLIC_ORIGINS: '' })).toThrow('PUBLIC_ORIGINS');
  expect(() =>
    readApiConfig({ ...secret, TRANSAK_WIDGET_ORIGIN: 'https://KAX.example/x' }),
  ).toThrow('TRANSAK_WIDGET_ORIGIN must not be');
  expect(readApiConfig(secret).ramp).toMatchObject({
    widgetOrigin: 'https://global.transak.com',
    referrerDomain: 'kax.example',
  });
});

it('keeps the recovery key in a folder, or in a KMS that is named', () => {
  expect(readRecoveryConfig(production).key).toEqual({ kind: 'file' });
  const kms = { ...production, RECOVERY_KEY: 'aws-kms' };
  expect(() => readRecoveryConfig(kms)).toThrow('RECOVERY_KMS_KEY_ID');
  const named = { ...kms, RECOVERY_KMS_KEY_ID: 'alias/kax', RECOVERY_KMS_REGION: 'eu-west-1' };
  expect(readRecoveryConfig(named).key).toMatchObject({ keyId: 'alias/kax', endpoint: null });
});

it('sends text messages to the countries that are listed', () => {
  const { texts } = readWorkerConfig({ ...production, SMS_COUNTRIES: '+1,+351' });
  expect(texts.countries).toEqual(['+1', '+351']);
});

it('divides the text messages of a day, so that no purpose takes what another one needs', () => {
  const { perDay } = readRecoveryConfig(production).texts;
  expect(perDay).toEqual({ notices: 600, resets: 600, registrations: 600, claims: 200 });
  const shares = { SMS_RESETS_PERCENT: '45', SMS_REGISTRATIONS_PERCENT: '45', SMS_PER_DAY: '101' };
  const own = readApiConfig({ ...production, ...shares, ALLOW_SMS_TO_VOIP: 'true' }).texts;
  expect(own.perDay).toEqual({ notices: 9, resets: 45, registrations: 45, claims: 2 });
  expect(own).toMatchObject({ allowsVoip: true, atOncePerHour: 20, freeRequestsPerHour: 60 });
});

it('limits what the broadcaster pays for one transaction to half a coin, unless told otherwise', () => {
  expect(readWorkerConfig(production).broadcasterFeeLimit).toBe(5n * 10n ** 17n);
  const most = { ...production, BROADCASTER_FEE_LIMIT: '2000000000000000000' };
  expect(readWorkerConfig(most).broadcasterFeeLimit).toBe(2n * 10n ** 18n);
  for (const wrong of ['0', '0.5', '-1', '1e18']) {
    const config = { ...production, BROADCASTER_FEE_LIMIT: wrong };
    expect(() => readWorkerConfig(config)).toThrow('BROADCASTER_FEE_LIMIT');
  }
});

it('limits sessions without a device key to 2 hours, or to as many as are configured, at most 12', () => {
  const hoursOf = (variables: Variables) => readApiConfig(variables).unboundSessionMs / 3_600_000;
  expect(hoursOf(sandbox)).toBe(2);
  for (const hours of [1, 12]) {
    expect(hoursOf({ ...sandbox, UNBOUND_SESSION_HOURS: String(hours) })).toBe(hours);
  }
  for (const hours of ['0', '13', '1.5', '-1', '']) {
    expect(() => hoursOf({ ...sandbox, UNBOUND_SESSION_HOURS: hours })).toThrow(
      'UNBOUND_SESSION_HOURS',
    );
  }
});

it.each([
  ['https://wallet.example', undefined, 'wallet.example', ['https://wallet.example']],
  [
    'https://app.wallet.example,https://evil-wallet.example',
    'wallet.example',
    'wallet.example',
    ['https://app.wallet.example'],
  ],
  [
    'http://localhost:7600,http://127.0.0.1:7600',
    undefined,
    'localhost',
    ['http://localhost:7600'],
  ],
  ['', undefined, 'localhost', ['http://localhost:7601']],
])('lets passkeys of %j belong to %j', (PUBLIC_ORIGINS, PASSKEY_RP_ID, rpId, origins) => {
  const config = readApiConfig({ ...sandbox, PUBLIC_ORIGINS, PASSKEY_RP_ID, PORT: '7601' });
  expect(config.passkeys).toEqual({ rpId, origins });
});

it.each(['https://wallet.example', 'Wallet.example', 'other.example', 'allet.example'])(
  'refuses %j as the host of passkeys of another site',
  (PASSKEY_RP_ID) => {
    const read = () =>
      readApiConfig({ ...sandbox, PUBLIC_ORIGINS: 'https://wallet.example', PASSKEY_RP_ID });
    expect(read).toThrow('PASSKEY_RP_ID');
  },
);

it('push messages go to the makers of browsers, from whoever sends the emails', () => {
  const { push } = readWorkerConfig(production);
  expect(push).toEqual({
    hosts: {
      names: [
        ...['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'],
        '*.notify.windows.com',
      ],
      origins: [],
    },
    subject: 'mailto:no-reply@kax.test',
  });
  expect(readApiConfig(production).pushHosts).toEqual(push.hosts);
});

it.each(['http://127.0.0.1:7606', 'http://push.example', 'https://10.0.0.5', '10.0.0.5'])(
  'push messages never go to %s in production',
  (PUSH_HOSTS) => {
    for (const read of [readApiConfig, readWorkerConfig]) {
      expect(() => read({ ...production, PUSH_HOSTS })).toThrow('PUSH_HOSTS');
      expect(() => read({ ...sandbox, PUSH_HOSTS })).not.toThrow();
    }
  },
);
