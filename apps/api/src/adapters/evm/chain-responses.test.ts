import { expect, it } from 'vitest';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import { createChainResponses } from './chain-responses.ts';
import { createRpcNodes } from './rpc-nodes.ts';

const node = (host: string, call: (method: string) => Promise<unknown>) => ({ host, call });
const requests = [
  { id: 1, method: 'eth_chainId', params: [] },
  { id: 2, method: 'eth_blockNumber', params: [] },
];

it('returns what one node responds, under the ids of the requests', async () => {
  const flaky = node('one', async (method) => {
    if (method === 'eth_blockNumber') throw new Error('busy');
    return 'one';
  });
  const whole = node('two', async (method) => `two ${method}`);
  const responses = createChainResponses(createRpcNodes(137, [flaky, whole]));
  expect(await responses.respond(requests)).toEqual([
    { id: 1, result: 'two eth_chainId' },
    { id: 2, result: 'two eth_blockNumber' },
  ]);
});

it('rejects when no node responds', async () => {
  const silent = node('one', () => Promise.reject(new Error('silent')));
  const responses = createChainResponses(createRpcNodes(137, [silent]));
  await expect(responses.respond(requests)).rejects.toThrow(ChainUnavailable);
});
