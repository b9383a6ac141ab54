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

it.each([
  ['PRICE_BASE_URL', 'http://127.0.0.1:7605/api/v3'],
  ['POLYGON_RPC_URLS', 'https://polygon.example, http://localhost:8545'],
  ['SMTP_URL', 'smtp://Localhost:7607'],
  ['TWILIO_BASE_URL', 'http://[::1]:7606'],
])('refuses to start in production with a sandbox address: %s=%s', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(/sandbox address/);
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
  expect(readConfig(secret).ramp).toMatchObject({
    widgetOrigin: 'https://global.transak.com',
    referrerDomain: 'kax.example',
  });
  const local = { ...secret, TRANSAK_WIDGET_ORIGIN: 'http://127.0.0.1:7604' };
  expect(() => readConfig(local)).toThrow(/sandbox address/);
});

it('keeps the recovery key in a folder, or in a KMS that is named', () => {
  expect(readConfig(production).recovery).toEqual({ kind: 'file', folder: 'keys' });
  const kms = { ...production, RECOVERY_KEY: 'aws-kms' };
  expect(() => readConfig(kms)).toThrow('RECOVERY_KMS_KEY_ID');
  const named = { ...kms, RECOVERY_KMS_KEY_ID: 'alias/kax', RECOVERY_KMS_REGION: 'eu-west-1' };
  expect(readConfig(named).recovery).toMatchObject({ keyId: 'alias/kax', endpoint: null });
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
