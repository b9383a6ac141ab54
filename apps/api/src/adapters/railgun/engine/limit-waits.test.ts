import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFallbackProviderFromJsonConfig } from '@railgun-community/shared-models';
import { expect, it } from 'vitest';
import { limitWaits } from './limit-waits.ts';

it('ends a request to a node that never responds', async () => {
  limitWaits(50);
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { providerConfigs } = createFallbackProviderFromJsonConfig({
    chainId: 31337,
    providers: [{ provider: `http://127.0.0.1:${port}`, priority: 1, weight: 2 }],
  });
  const provider = providerConfigs[0]?.provider as unknown as {
    _send(request: object): Promise<unknown>;
  };
  const request = { id: 1, jsonrpc: '2.0', method: 'eth_chainId', params: [] };
  try {
    await expect(provider._send(request)).rejects.toMatchObject({ code: 'TIMEOUT' });
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
