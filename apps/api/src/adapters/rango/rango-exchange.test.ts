import { describe, expect, it } from 'vitest';
import { ALICE } from '#testing/network';
import { ExchangeUnavailable } from '../../ports/exchange-aggregator.ts';
import { createRangoExchange } from './rango-exchange.ts';

function exchangeOf(replies: readonly unknown[]) {
  const requests: { url: URL; body: unknown }[] = [];
  const slept: number[] = [];
  const exchange = createRangoExchange({
    baseUrl: 'https://exchange.example/',
    apiKey: 'secret key',
    deviceId: 'd1',
    timeoutMs: 1_000,
    sleep: async (ms) => {
      slept.push(ms);
    },
    send: async (url, init) => {
      requests.push({ url: new URL(url), body: JSON.parse(String(init.body ?? 'null')) });
      const reply = replies[requests.length - 1] ?? replies.at(-1);
      return typeof reply === 'number'
        ? new Response('{}', { status: reply })
        : Response.json(reply);
    },
  });
  return { exchange, requests, slept };
}

const asset = { blockchain: 'POLYGON', address: null, symbol: 'POL' };
const step = {
  requestId: 'r1',
  step: 1,
  slippage: '1',
  checksApproval: true,
};
const request = { from: asset, to: { ...asset, symbol: 'X' }, amount: '1', slippage: '1' };

describe('requests', () => {
  it('carry the key, and are retried after an error when they only read', async () => {
    const { exchange, requests, slept } = exchangeOf([503, 429, { results: [] }]);
    expect(await exchange.findRoutes(request)).toEqual({ ok: true, routes: [], diagnosis: null });
    expect(requests).toHaveLength(3);
    expect(requests[0]?.url.searchParams.get('apiKey')).toBe('secret key');
    expect(requests[0]?.body).toEqual(request);
    expect(slept).toEqual([250, 500]);
  });

  it.each(['confirm', 'createTransaction'] as const)(
    'that write are sent once: %s',
    async (call) => {
      const { exchange, requests } = exchangeOf([503]);
      const response =
        call === 'confirm'
          ? exchange.confirm('r1', { POLYGON: ALICE })
          : exchange.createTransaction(step);
      await expect(response).rejects.toBeInstanceOf(ExchangeUnavailable);
      expect(requests).toHaveLength(1);
    },
  );

  it('without a response, or with an unreadable one, say so and never reveal the key', async () => {
    const { exchange } = exchangeOf([{ blockchains: 'none' }]);
    const error = await exchange.list().catch((cause: Error) => cause);
    expect(error).toBeInstanceOf(ExchangeUnavailable);
    expect(`${error} ${(error as Error).cause}`).not.toContain('secret');
  });
});

describe('responses', () => {
  it('that refuse inside a success are refusals', async () => {
    const refused = { ok: false, error: 'Quote expired', errorCode: 1201, transaction: null };
    const { exchange } = exchangeOf([refused]);
    expect(await exchange.createTransaction(step)).toEqual({ ok: false, reason: 'Quote expired' });
  });

  it('for a transaction keep every field that is checked, and limit the approval', async () => {
    const transaction = {
      type: 'EVM',
      blockChain: 'POLYGON',
      isApprovalTx: true,
      from: null,
      to: ALICE,
      data: '0x12',
      value: '0x10',
    };
    const { exchange, requests } = exchangeOf([{ ok: true, transaction }]);
    expect(await exchange.createTransaction(step)).toEqual({
      ok: true,
      transaction: {
        blockchain: 'POLYGON',
        isApproval: true,
        from: null,
        to: ALICE,
        data: '0x12',
        value: 16n,
      },
    });
    expect(requests[0]?.body).toMatchObject({
      userSettings: { slippage: '1', infiniteApprove: false },
      validations: { approve: true },
    });
  });

  it('about an undecided step leave it running', async () => {
    const { exchange } = exchangeOf([{ status: null }]);
    const hash = `0x${'1'.repeat(64)}` as const;
    const response = await exchange.checkStatus({ requestId: 'r1', step: 1, hash: hash as never });
    expect(response).toEqual({ kind: 'running' });
  });

  it('list EVM chains that are open, with their tokens', async () => {
    const chain = { displayName: 'Polygon', type: 'EVM', enabled: true, chainId: '0x89' };
    const { exchange } = exchangeOf([
      {
        blockchains: [
          { ...chain, name: 'POLYGON' },
          { ...chain, name: 'CLOSED', enabled: false },
          { ...chain, name: 'OSMOSIS', type: 'COSMOS', chainId: 'osmosis-1' },
        ],
        tokens: [{ b: 'POLYGON', s: 'POL', i: 'x', p: 0.4, d: 18 }],
      },
    ]);
    expect(await exchange.list()).toEqual({
      blockchains: [{ name: 'POLYGON', displayName: 'Polygon', chainId: 137 }],
      tokens: [{ blockchain: 'POLYGON', address: null, symbol: 'POL', usdPrice: 0.4 }],
    });
  });
});
