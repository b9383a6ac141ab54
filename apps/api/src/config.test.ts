import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const sandbox = {
  KAX_MODE: 'sandbox',
  DATABASE_URL: 'postgres://localhost/kax',
  NETWORKS_FILE: 'networks.json',
  PRICE_BASE_URL: 'http://127.0.0.1:7605/api/v3',
  KEY_DIR: 'keys',
};

it('names every variable that is missing', () => {
  expect(() => readConfig({ KAX_MODE: 'sandbox' })).toThrow(/DATABASE_URL[\s\S]*NETWORKS_FILE/);
});

it.each([
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PRICE_BASE_URL', 'coingecko'],
  ['QR_BASE_URL', 'ftp://qr.example'],
  ['POLYGON_RPC_URLS', 'https://polygon.example, polygon'],
  ['PUBLIC_ORIGINS', 'https://wallet.example/'],
  ['KAX_MODE', 'test'],
])('names the variable that is wrong: %s=%s', (name, value) => {
  expect(() => readConfig({ ...sandbox, [name]: value })).toThrow(name);
});

it('takes 7600 as the port when none is given', () => {
  expect(readConfig(sandbox)).toMatchObject({ port: 7600, host: '127.0.0.1', rpcUrls: new Map() });
});

it('refuses to start in production with a sandbox address', () => {
  expect(() => readConfig({ ...sandbox, KAX_MODE: 'production' })).toThrow(/sandbox address/);
  const withNode = {
    ...sandbox,
    KAX_MODE: 'production',
    PRICE_BASE_URL: 'https://api.coingecko.com/api/v3',
    POLYGON_RPC_URLS: 'https://polygon.example, http://localhost:8545',
  };
  expect(() => readConfig(withNode)).toThrow('http://localhost:8545');
});

it('refuses to start in production with sandbox people', () => {
  const production = {
    ...sandbox,
    KAX_MODE: 'production',
    PRICE_BASE_URL: 'https://api.coingecko.com/api/v3',
    SEED_ACCOUNTS_FILE: 'people.json',
  };
  expect(() => readConfig(production)).toThrow('SEED_ACCOUNTS_FILE');
});
