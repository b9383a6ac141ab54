import dns from 'node:dns';
import { expect, it } from 'vitest';
import { ConfigNotValid } from './config-not-valid.ts';
import { guardConnections } from './guard-connections.ts';

const rules = {
  mode: 'production',
  privateHosts: ['bor'],
  databaseHost: 'db.example',
  host: '127.0.0.1',
} as const;
const network = (...rpcUrls: string[]) => [{ network: { slug: 'polygon' }, rpcUrls }];

it('refuses nodes of the networks file that have no TLS or are not public', () => {
  for (const url of ['http://node.example', 'https://10.0.0.5', 'https://node.internal/key']) {
    const start = () => guardConnections(rules, network('https://polygon.example', url));
    expect(start).toThrow(ConfigNotValid);
    expect(start).toThrow('RPC URL of polygon: ');
    expect(start).not.toThrow('key');
  }
});

it('checks what names resolve to from then on, in production only', async () => {
  const { lookup } = dns;
  guardConnections({ ...rules, mode: 'sandbox' }, network('http://127.0.0.1:8545'));
  expect(dns.lookup).toBe(lookup);
  try {
    guardConnections(rules, network('https://polygon.example', 'http://bor:8545'));
    await expect(fetch('http://localhost:60001')).rejects.toMatchObject({
      cause: { code: 'EPRIVATE' },
    });
  } finally {
    Object.assign(dns, { lookup });
  }
});
