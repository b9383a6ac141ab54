import { describe, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { ALICE, BOB, buildNetwork, POL, USDC } from '#testing/network';
import { START, uuidOf } from '#testing/operation';
import type { BodyOf } from '#wire/contract';
import { quoteSend } from '#wire/wallet/quote-send';
import { toChecksumAddress } from '../../adapters/evm/to-checksum-address.ts';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';
import { createScriptedChain } from '../../simulator/scripted-chain.ts';
import { createQuoteSend } from './quote-send.ts';

const network = buildNetwork();
const AVAILABLE = 10n ** 18n;

interface Script {
  readonly chain?: Partial<PublicChain>;
  readonly available?: bigint;
  readonly paidBefore?: readonly PublicAddress[];
  readonly usd?: number | null;
}

/** Requests a quote, and returns it with the transfers that were simulated. */
async function request(body: BodyOf<typeof quoteSend>, script: Script = {}) {
  const { available = AVAILABLE, paidBefore = [], usd = 0.43 } = script;
  const simulated: Parameters<PublicChain['prepareTransfer']>[0][] = [];
  const calm = createScriptedChain();
  const chain = createScriptedChain({
    prepareTransfer: (transfer) => {
      simulated.push(transfer);
      return calm.prepareTransfer(transfer);
    },
    ...script.chain,
  });
  const units = { balance: toBaseUnits(available), available: toBaseUnits(available) };
  const quote = createQuoteSend({
    networks: [network],
    toChecksumAddress,
    chains: new Map([[network.chainId, chain]]),
    operations: { recipients: async () => paidBefore },
    balances: {
      read: async () => ({
        network,
        balances: new Map(network.tokens.map(({ id }) => [id, units])),
        readAt: START,
        isStale: false,
      }),
    },
    prices: { priceOf: () => ({ price: usd, change: null, asOf: null, samples: [] }) },
  });
  const reply = await quote({
    params: undefined,
    query: undefined,
    body,
    session: {
      userId: uuidOf(1),
      sessionId: uuidOf(2),
      accessToken: 'token',
      publicAddress: ALICE,
      privateAddress: '0zk1',
      custody: 'assisted' as const,
    },
    idempotencyKey: undefined,
    client: {
      ip: '127.0.0.1',
      userAgent: 'test',
      device: null,
      work: null,
      approval: null,
      language: 'en',
    },
  });
  return { reply, simulated };
}

async function quoteOf(body: BodyOf<typeof quoteSend>, script?: Script) {
  return quoteSend.response.parse((await request(body, script)).reply).data;
}

describe('what a payment would cost', () => {
  it('is the fee now, the ceiling of the most expensive signature, and the fee in dollars', async () => {
    const quote = await quoteOf({ tokenId: USDC.id, amount: '25' });
    expect(quote).toMatchObject({
      fee: '1050000',
      feeCeiling: (21_000n * 200n).toString(),
      feeSymbol: 'POL',
      feeDecimals: 18,
      recipient: null,
    });
    expect((await quoteOf({ tokenId: USDC.id }, { usd: null })).feeUsd).toBeNull();
  });

  it('is quoted before an amount and a recipient are entered, for a stranger', async () => {
    const { simulated } = await request({ tokenId: USDC.id });
    expect(simulated).toMatchObject([{ amount: 1n, from: ALICE }]);
    expect([ALICE, BOB]).not.toContain(simulated[0]?.to);
  });

  it('is quoted while the amount is above the balance, which the form reports itself', async () => {
    const { simulated } = await request({ tokenId: USDC.id, amount: '100' }, { available: 7n });
    expect(simulated).toMatchObject([{ amount: 7n }]);
  });

  it('treats a zero as an amount that is still being typed', async () => {
    const { simulated } = await request({ tokenId: USDC.id, amount: '0' });
    expect(simulated).toMatchObject([{ amount: 1n }]);
  });
});

describe('the most that can be sent', () => {
  it('is everything available of a token', async () => {
    expect((await quoteOf({ tokenId: USDC.id })).maxAmount).toBe(AVAILABLE.toString());
  });

  it('leaves the fee ceiling and a quarter more of the native coin', async () => {
    const quote = await quoteOf({ tokenId: POL.id });
    expect(quote.maxAmount).toBe((AVAILABLE - 21_000n * 250n).toString());
  });

  it('is nothing when the native coin does not even pay the fee', async () => {
    expect((await quoteOf({ tokenId: POL.id }, { available: 5_000n })).maxAmount).toBe('0');
  });
});

describe('the recipient of a quote', () => {
  const recipientAddress = BOB.toLowerCase();

  it('is shown with its capitals, and as new when it was never paid', async () => {
    const { recipient } = await quoteOf({ tokenId: USDC.id, recipientAddress });
    expect(recipient).toEqual({
      address: BOB,
      isContract: false,
      isFirstTime: true,
      lookAlike: null,
    });
  });

  it('is not new when it was paid before', async () => {
    const quote = await quoteOf({ tokenId: USDC.id, recipientAddress }, { paidBefore: [BOB] });
    expect(quote.recipient).toMatchObject({ isFirstTime: false, lookAlike: null });
  });

  it('is compared with those that were paid before', async () => {
    const twin = toChecksumAddress(`0x7099${'0'.repeat(32)}79c8`);
    const quote = await quoteOf(
      { tokenId: USDC.id, recipientAddress: twin },
      { paidBefore: [BOB] },
    );
    expect(quote.recipient).toMatchObject({ isFirstTime: true, lookAlike: BOB });
  });

  it('is known to be a contract', async () => {
    const chain = { isContract: async () => true };
    const quote = await quoteOf({ tokenId: USDC.id, recipientAddress }, { chain });
    expect(quote.recipient).toMatchObject({ isContract: true });
  });

  it.each([
    ['vitalik.eth', 'recipient-not-valid'],
    [` ${BOB}`, 'recipient-not-valid'],
    [BOB.replace('C', 'c'), 'recipient-checksum'],
    [`0x${BOB.slice(2).toUpperCase()}`, 'recipient-checksum'],
    [ALICE, 'recipient-is-sender'],
    [`0x${'0'.repeat(40)}`, 'recipient-is-zero'],
    [USDC.address ?? '', 'recipient-is-token'],
    [`0zk1${'q'.repeat(123)}`, 'recipient-is-private'],
  ])('%s is refused: %s', async (address, code) => {
    const { reply, simulated } = await request({ tokenId: USDC.id, recipientAddress: address });
    expect(reply).toEqual({ refused: code });
    expect(simulated).toEqual([]);
  });
});

describe('a quote that cannot be given', () => {
  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1e18',
    '0x10',
    '1.5',
    '01',
    '١٢٣',
    '1\n',
    `1${'0'.repeat(78)}`,
    (2n ** 256n).toString(),
  ])('refuses the amount "%s"', async (amount) => {
    const { reply } = await request({ tokenId: USDC.id, amount });
    expect(reply).toEqual({ refused: 'amount-not-valid' });
  });

  it.each(['polygon-doge', 'constructor', '__proto__', ''])(
    'refuses the unknown token "%s"',
    async (tokenId) => {
      expect((await request({ tokenId })).reply).toEqual({ refused: 'unknown-token' });
    },
  );

  it('reports that the chain does not respond', async () => {
    const chain = {
      prepareTransfer: async () => {
        throw new ChainUnavailable(network.chainId, 'silent');
      },
    };
    const { reply } = await request({ tokenId: USDC.id }, { chain });
    expect(reply).toEqual({ refused: 'chain-unavailable' });
  });

  it('reports that the token would refuse the transfer', async () => {
    const refusal = { ok: false, reason: 'returned-false', detail: 'false' } as const;
    const { reply } = await request(
      { tokenId: USDC.id },
      { chain: { prepareTransfer: async () => refusal } },
    );
    expect(reply).toEqual({
      refused: 'transaction-would-fail',
      sentence: 'USDC would refuse this transfer. Nothing was sent.',
    });
  });

  it('reports that the network would refuse the transfer', async () => {
    const refusal = { ok: false, reason: 'would-revert', detail: 'paused' } as const;
    const { reply } = await request(
      { tokenId: USDC.id },
      { chain: { prepareTransfer: async () => refusal } },
    );
    expect(reply).toEqual({ refused: 'transaction-would-fail' });
  });
});
