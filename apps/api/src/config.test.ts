import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { requireTwoNodes } from './require-two-nodes.ts';

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
};

const production = {
  ...sandbox,
  KAX_MODE: 'production',
  DATABASE_URL: 'postgres://kax:secret@db.example/kax?sslmode=verify-full',
  PRICE_BASE_URL: 'https://api.coingecko.com/api/v3',
  SMTP_URL: 'smtps://kax:secret@mail.example:465',
  TWILIO_BASE_URL: 'https://api.twilio.com',
};

it('names every variable that is missing', () => {
  expect(() => readConfig({ KAX_MODE: 'sandbox' })).toThrow(/DATABASE_URL[\s\S]*NETWORKS_FILE/);
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
  ['CONSOLIDATE_EVERY_MINUTES', 'never'],
  ['CONSOLIDATE_AFTER_QUIET_SECONDS', '-1'],
  ['RECOVERY_KEY', 'paper'],
])('names the variable that is wrong: %s=%s', (name, value) => {
  expect(() => readConfig({ ...sandbox, [name]: value })).toThrow(name);
});

it('accepts an asynchronous standby only when it is told to', () => {
  expect(readConfig(production)).toMatchObject({ allowsAsyncStandby: false });
  const accepting = readConfig({ ...production, ALLOW_ASYNC_STANDBY: 'true' });
  expect(accepting).toMatchObject({ allowsAsyncStandby: true });
});

it('uses 7600 as the port when none is given', () => {
  expect(readConfig(sandbox)).toMatchObject({ port: 7600, host: '127.0.0.1', rpcUrls: new Map() });
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
    for (const url of ['http://service.example', 'https://10.0.0.5', 'http://[::1]:7606']) {
      const variables = { ...withEverything, [name]: url };
      expect(() => readConfig(variables)).toThrow(`${name}: `);
      const allowed = { ...variables, ALLOW_PRIVATE_URLS: '10.0.0.5, [::1], Service.example' };
      expect(readConfig(allowed).privateHosts).toEqual(['10.0.0.5', '::1', 'service.example']);
      expect(() => readConfig({ ...variables, ALLOW_PRIVATE_URLS: '10.0.0.6' })).toThrow(name);
    }
    expect(() =>
      readConfig({ ...withEverything, [name]: 'https://service.example' }),
    ).not.toThrow();
  },
);

it('names every node that is refused, and not the one beside it', () => {
  const urls = 'https://polygon.example/key, http://Localhost:8545, https://169.254.169.254';
  const start = () => readConfig({ ...production, POLYGON_RPC_URLS: urls });
  expect(start).toThrow(/POLYGON_RPC_URLS: localhost .*\nPOLYGON_RPC_URLS: 169\.254\.169\.254 /);
  expect(start).not.toThrow('polygon.example');
});

it('refuses a mail server in production that is local, or whose URL gives up encryption', () => {
  for (const url of ['smtp://127.0.0.1:7607', 'smtp://mail.example?requireTLS=false']) {
    expect(() => readConfig({ ...production, SMTP_URL: url })).toThrow('SMTP_URL: ');
  }
  const relay = { SMTP_URL: 'smtp://relay?requireTLS=false', ALLOW_PRIVATE_URLS: 'relay' };
  expect(() => readConfig({ ...production, ...relay })).not.toThrow();
  expect(readConfig({ ...production, SMTP_URL: 'smtp://mail.example' }).mail.needsTls).toBe(true);
});

it('refuses a database in production that anyone on the way could read, or stand in for', () => {
  const start = (url: string, more = {}) =>
    readConfig({ ...production, DATABASE_URL: url, ...more });
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
  expect(readConfig(anything)).toMatchObject({ databaseUrl: sandbox.DATABASE_URL });
});

it.each(['SEED_ACCOUNTS_FILE', 'MESSAGES_URL'])('refuses %s in production', (name) => {
  const value = 'https://sandbox.example';
  expect(() => readConfig({ ...production, [name]: value })).toThrow(name);
});

it('needs two nodes for each network in production, unless one is explicitly allowed', () => {
  const one = 'https://one.example/key';
  const networks = [
    { network: { slug: 'polygon' }, rpcUrls: [one, 'https://two.example/key'] },
    { network: { slug: 'avalanche' }, rpcUrls: [one, one] },
  ];
  const start = (variables: Record<string, string>) => () =>
    requireTwoNodes(readConfig(variables), networks);
  expect(start(production)).toThrow('AVALANCHE_RPC_URLS');
  expect(start(production)).not.toThrow('one.example');
  expect(start({ ...production, ALLOW_SINGLE_RPC: 'true' })).not.toThrow();
  expect(start(sandbox)).not.toThrow();
});

it('buys and sells where a payment partner is named, with everything it needs', () => {
  expect(readConfig(production).ramp).toBeNull();
  const partner = { ...production, TRANSAK_API_KEY: 'key', PUBLIC_ORIGINS: 'https://kax.example' };
  expect(() => readConfig(partner)).toThrow('TRANSAK_API_SECRET');
  const secret = { ...partner, TRANSAK_API_SECRET: 'secret' };
  expect(() => readConfig({ ...secret, PUBLIC_ORIGINS: '' })).toThrow('PUBLIC_ORIGINS');
  expect(() => readConfig({ ...secret, TRANSAK_WIDGET_ORIGIN: 'https://KAX.example/x' })).toThrow(
    'TRANSAK_WIDGET_ORIGIN must not be',
  );
  expect(readConfig(secret).ramp).toMatchObject({
    widgetOrigin: 'https://global.transak.com',
    referrerDomain: 'kax.example',
  });
});

it('keeps the recovery key in a folder, or in a KMS that is named', () => {
  expect(readConfig(production).recovery.key).toEqual({ kind: 'file' });
  const kms = { ...production, RECOVERY_KEY: 'aws-kms' };
  expect(() => readConfig(kms)).toThrow('RECOVERY_KMS_KEY_ID');
  const named = { ...kms, RECOVERY_KMS_KEY_ID: 'alias/kax', RECOVERY_KMS_REGION: 'eu-west-1' };
  expect(readConfig(named).recovery.key).toMatchObject({ keyId: 'alias/kax', endpoint: null });
});

it('sends text messages to the countries that are listed', () => {
  const { smsRules } = readConfig({ ...production, SMS_COUNTRIES: '+1,+351' });
  expect(smsRules).toEqual({ mostPerDay: 2000, countries: ['+1', '+351'] });
});

it('limits what the broadcaster pays for one transaction to half a coin, unless told otherwise', () => {
  expect(readConfig(production).broadcasterFeeLimit).toBe(5n * 10n ** 17n);
  const most = { ...production, BROADCASTER_FEE_LIMIT: '2000000000000000000' };
  expect(readConfig(most).broadcasterFeeLimit).toBe(2n * 10n ** 18n);
  for (const wrong of ['0', '0.5', '-1', '1e18']) {
    const config = { ...production, BROADCASTER_FEE_LIMIT: wrong };
    expect(() => readConfig(config)).toThrow('BROADCASTER_FEE_LIMIT');
  }
});
