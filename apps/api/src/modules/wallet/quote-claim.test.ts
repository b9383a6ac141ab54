import { expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { setAsideFor } from '#domain/claim/set-aside';
import { feeCeiling, feeReserve } from '#domain/operation/fee-ladder';
import { ALICE, buildNetwork, POL, USDC } from '#testing/network';
import { START, uuidOf } from '#testing/operation';
import type { BodyOf } from '#wire/contract';
import { quoteClaim } from '#wire/wallet/quote-claim';
import { refuse } from '../../application/call.ts';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';
import { createScriptedChain } from '../../simulator/scripted-chain.ts';
import { createQuoteClaim } from './quote-claim.ts';

const network = buildNetwork();
const AVAILABLE = 10n ** 18n;
const FEES = { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n, feeCap: 10n ** 18n };
const TOKEN_GAS = 60_000n;
const COIN_GAS = 21_000n;
const TOKEN_FEE = toBaseUnits(3_000_000n);
const COIN_FEE = toBaseUnits(1_050_000n);

/** Transfers of tokens cost more gas than those of the native coin. */
const CHAIN = createScriptedChain({
  prepareTransfer: async ({ token, to, amount }) => ({
    ok: true,
    prepared: {
      ...{ to, value: amount, data: '0x', fees: FEES },
      ...(token.address === null
        ? { gas: COIN_GAS, expectedFee: COIN_FEE }
        : { gas: TOKEN_GAS, expectedFee: TOKEN_FEE }),
    },
  }),
});

async function request(
  body: BodyOf<typeof quoteClaim>,
  {
    chain = CHAIN,
    usd = 0.5,
    units = AVAILABLE,
  }: { chain?: PublicChain; usd?: number | null; units?: bigint } = {},
) {
  const held = { balance: toBaseUnits(units), available: toBaseUnits(units) };
  const quote = createQuoteClaim({
    networks: [network],
    chains: new Map([[network.chainId, chain]]),
    balances: {
      read: async () => ({
        ...{ network, readAt: START, isStale: false },
        balances: new Map(network.tokens.map(({ id }) => [id, held])),
      }),
    },
    quotePrivateClaim: async () => refuse('private-not-ready'),
    prices: { priceOf: () => ({ price: usd, change: null, asOf: null, samples: [] }) },
  });
  return quote({
    ...{ params: undefined, query: undefined, body, idempotencyKey: undefined },
    session: {
      ...{ userId: uuidOf(1), sessionId: uuidOf(2), accessToken: 'token' },
      ...{ publicAddress: ALICE, privateAddress: '0zk1', custody: 'assisted' as const },
    },
    client: {
      ip: '127.0.0.1',
      userAgent: 'test',
      device: null,
      work: null,
      approval: null,
      language: 'en',
    },
  });
}

it('is the cost of both transfers and of what is set aside', async () => {
  const { data } = quoteClaim.response.parse(await request({ tokenId: USDC.id, amount: '5' }));
  const setAside = setAsideFor(TOKEN_GAS, FEES);
  expect(data).toEqual({
    fee: String(TOKEN_FEE + COIN_FEE + setAside),
    feeCeiling: String(feeCeiling(TOKEN_GAS + COIN_GAS, FEES) + setAside),
    setAside: String(setAside),
    ...{ feeSymbol: 'POL', feeDecimals: 18, feeUsd: expect.any(Number) },
    maxAmount: String(AVAILABLE),
  });
});

it('leaves enough of the native coin for all of it', async () => {
  const { data } = quoteClaim.response.parse(await request({ tokenId: POL.id }, { usd: null }));
  const ceiling = feeCeiling(COIN_GAS + COIN_GAS, FEES) + setAsideFor(COIN_GAS, FEES);
  expect(data).toMatchObject({ feeCeiling: String(ceiling), feeUsd: null });
  expect(data.maxAmount).toBe(String(AVAILABLE - feeReserve(toBaseUnits(ceiling))));
});

const refusing = (reason: 'insufficient-funds' | 'returned-false') =>
  createScriptedChain({ prepareTransfer: async () => ({ ok: false, reason, detail: '' }) });

it.each([
  ['unknown-token', { tokenId: 'none' }, CHAIN],
  ['amount-not-valid', { tokenId: USDC.id, amount: '1.5' }, CHAIN],
  ['transaction-would-fail', { tokenId: USDC.id }, refusing('insufficient-funds')],
  ['transaction-would-fail', { tokenId: USDC.id }, refusing('returned-false')],
  [
    'chain-unavailable',
    { tokenId: USDC.id },
    createScriptedChain({
      prepareTransfer: () => Promise.reject(new ChainUnavailable(31337, new Error('Away.'))),
    }),
  ],
])('is refused as %s', async (code, body, chain) => {
  expect(await request(body, { chain })).toMatchObject({ refused: code });
});
