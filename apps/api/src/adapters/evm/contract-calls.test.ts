import { describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { ALICE, BOB, USDC } from '#testing/network';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import { createContractCalls } from './contract-calls.ts';
import { nodesAt } from './nodes-at.test-setup.ts';

type Reply = { readonly result: unknown } | { readonly error: { code: number; message: string } };
const pool = BOB;
const call = { to: pool, value: 0n, data: '0xf1', gasIfUnknown: 900n } as const;
const reverted = { error: { code: 3, message: 'execution reverted' } };
const unknownMethod = { error: { code: -32601, message: 'Method not found' } };

/** A node that has every contract and responds by method. */
function callsWith(responses: Readonly<Record<string, Reply>>) {
  const byMethod: typeof responses = { eth_getCode: { result: '0x60' }, ...responses };
  const requests: string[] = [];
  const calls = createContractCalls({
    network: { chainId: 31337 },
    nodes: nodesAt({
      chainId: 31337,
      rpcUrls: ['http://node.test'],
      timeoutMs: 1_000,
      post: async (_url, init) => {
        const { id, method } = JSON.parse(String(init.body));
        if (method === 'eth_chainId') return Response.json({ id, result: '0x7a69' });
        requests.push(method);
        return Response.json({ jsonrpc: '2.0', id, ...byMethod[method] });
      },
    }),
  });
  return { calls, requests };
}

function simulated(...results: readonly { status: string; gasUsed: string; error?: object }[]) {
  return { eth_simulateV1: { result: [{ calls: results }] } };
}

describe('a simulation', () => {
  test('gives each call two fifths more than it used', async () => {
    const { calls } = callsWith(
      simulated({ status: '0x1', gasUsed: '0x64' }, { status: '0x1', gasUsed: '0x3e8' }),
    );
    expect(await calls.simulate(ALICE, [call, call])).toEqual({
      ok: true,
      gas: [
        { used: 100n, limit: 140n },
        { used: 1_000n, limit: 1_400n },
      ],
    });
  });

  test('reports which call would be refused', async () => {
    const error = {
      code: 3,
      message: 'execution reverted: ERC20: transfer amount exceeds balance',
    };
    const { calls } = callsWith(
      simulated({ status: '0x1', gasUsed: '0x64' }, { status: '0x0', gasUsed: '0x64', error }),
    );
    expect(await calls.simulate(ALICE, [call, call])).toMatchObject({
      ok: false,
      index: 1,
      reason: 'insufficient-funds',
    });
  });

  test('on a node that cannot do it estimates the first call and gives the other the most', async () => {
    const { calls, requests } = callsWith({
      eth_simulateV1: unknownMethod,
      eth_estimateGas: { result: '0x64' },
    });
    expect(await calls.simulate(ALICE, [call, call])).toEqual({
      ok: true,
      gas: [
        { used: 100n, limit: 140n },
        { used: 900n, limit: 900n },
      ],
    });
    expect(requests).toEqual(['eth_getCode', 'eth_simulateV1', 'eth_estimateGas']);
  });

  test('on such a node still learns that the first call would be refused', async () => {
    const { calls } = callsWith({ eth_simulateV1: unknownMethod, eth_estimateGas: reverted });
    expect(await calls.simulate(ALICE, [call])).toMatchObject({ ok: false, index: 0 });
  });

  test('believes no node that lacks the contract, whatever it says of the call', async () => {
    const { calls } = callsWith({
      ...simulated({ status: '0x1', gasUsed: '0x64' }),
      eth_getCode: { result: '0x' },
    });
    await expect(calls.simulate(ALICE, [call])).rejects.toBeInstanceOf(ChainUnavailable);
    const payment = await calls.simulate(ALICE, [{ ...call, data: '0x' }]);
    expect(payment).toMatchObject({ ok: true });
  });

  test('with a nonsensical response from a node fails', async () => {
    const { calls } = callsWith(simulated({ status: '0x1', gasUsed: '0x64' }));
    await expect(calls.simulate(ALICE, [call, call])).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

describe('one call', () => {
  const priced = { to: pool, value: 0n, data: '0xf1', gas: 10n, gasPrice: 5n } as const;

  test('is refused in the words of the contract, or not at all', async () => {
    const refusing = callsWith({ eth_call: { error: { code: 3, message: 'Note already spent' } } });
    expect(await refusing.calls.refusalOf(ALICE, priced)).toBe('Note already spent');
    const { calls } = callsWith({ eth_call: { result: '0x' } });
    expect(await calls.refusalOf(ALICE, priced)).toBeNull();
  });

  test('on a node with an internal error fails', async () => {
    const { calls } = callsWith({ eth_call: { error: { code: -32000, message: 'out of disk' } } });
    await expect(calls.refusalOf(ALICE, priced)).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

test('an approval is of exactly the amount', () => {
  const { calls } = callsWith({});
  const token = USDC.address as PublicAddress;
  expect(calls.approval(token, pool, 5n as never)).toMatchObject({
    to: token,
    value: 0n,
    data: `0x095ea7b3${pool.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}`,
  });
});
