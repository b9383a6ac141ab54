import { describe, expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { ALICE, USDC } from '#testing/network';
import { BROADCASTER } from '#testing/operation';
import { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import { quoteUnshield } from '#wire/wallet/quote-unshield';
import { ChainUnavailable } from '../../../ports/public-chain.ts';
import { createQuoteInternalTransfer } from '../quote-internal-transfer.ts';
import { createQuoteUnshield } from '../quote-unshield.ts';
import {
  CAROL_PRIVATE,
  createPoolHarness,
  ELSEWHERE_PRIVATE,
  poolCall,
} from './pool-calls.test-setup.ts';

const request = { tokenId: USDC.id as string, amount: '40000000' };

function setUp() {
  const { harness, ports } = createPoolHarness();
  const requestUnshield = createQuoteUnshield(ports);
  const requestTransfer = createQuoteInternalTransfer(ports);
  return {
    harness,
    ports,
    unshield: (body: Parameters<typeof poolCall<typeof quoteUnshield>>[0] = request) =>
      requestUnshield(poolCall<typeof quoteUnshield>(body)),
    transfer: (body: Parameters<typeof poolCall<typeof quoteInternalTransfer>>[0] = request) =>
      requestTransfer(poolCall<typeof quoteInternalTransfer>(body)),
  };
}

function payBroadcaster({ harness }: Pick<ReturnType<typeof setUp>, 'harness'>): void {
  const perNativeCoin = toBaseUnits(10n ** 18n);
  harness.fee = {
    token: USDC,
    perNativeCoin,
    recipient: CAROL_PRIVATE,
  } as unknown as typeof harness.fee;
}

describe('what a private payment would cost', () => {
  test('an unshield pays the pool’s fee, and Kax pays the network', async () => {
    const { unshield, harness } = setUp();
    harness.pace = { proofMs: 3_000, proofsAtOnce: 1, waiting: 2 };
    expect(quoteUnshield.response.parse(await unshield()).data).toMatchObject({
      maxAmount: '250000000',
      poolFee: '100000',
      poolFeeBps: 25,
      received: '39900000',
      broadcasterFee: '0',
      networkFeePaidBy: 'kax',
      queueLength: 2,
      expectedMs: 13_000,
    });
    expect(harness.requested).toEqual([]);
  });

  test('a transfer with a message is priced by the length of the message, in steps of 64 bytes', async () => {
    const { transfer, ...test } = setUp();
    payBroadcaster(test);
    for (const messageBytes of [0, 1, 64, 65]) await transfer({ ...request, messageBytes });
    await transfer();
    const lengths = test.harness.estimated.map((each) =>
      each.kind === 'internal-transfer' ? (each.memo?.length ?? null) : 'unshield',
    );
    expect(lengths).toEqual([null, 64, 64, 128, null]);
  });

  test('a transfer pays no pool fee', async () => {
    const { transfer } = setUp();
    expect(quoteInternalTransfer.response.parse(await transfer()).data).toMatchObject({
      poolFee: '0',
      poolFeeBps: 0,
      received: '40000000',
    });
  });

  test('a paid broadcaster charges what the pool calculates, and the maximum leaves room for it', async () => {
    const all = setUp();
    payBroadcaster(all);
    const broadcasterFee = toBaseUnits(60_000_000n);
    all.harness.estimate = { ok: true, response: { gas: 1_000n, broadcasterFee, proofMs: 900 } };
    expect(quoteInternalTransfer.response.parse(await all.transfer()).data).toMatchObject({
      broadcasterFee: '60000000',
      maxAmount: '190000000',
      networkFee: '50000',
      expectedMs: 4_900,
    });
  });

  test('without an amount it charges the usual fee', async () => {
    const all = setUp();
    payBroadcaster(all);
    const response = await all.transfer({ tokenId: USDC.id });
    expect(quoteInternalTransfer.response.parse(response).data).toMatchObject({
      broadcasterFee: '75000000',
      maxAmount: '175000000',
      received: '0',
    });
  });

  test.each([
    [{ recipientAddress: ALICE }, 'recipient-not-private'],
    [{ recipientAddress: ELSEWHERE_PRIVATE }, 'recipient-other-network'],
    [{ amount: '1.5' }, 'amount-not-valid'],
    [{ tokenId: 'polygon-nothing' }, 'unknown-token'],
  ])('a transfer with %j is refused as %s', async (change, code) => {
    const { transfer } = setUp();
    expect(await transfer({ ...request, ...change })).toMatchObject({ refused: code });
  });

  test('an unshield to a contract is refused', async () => {
    const { unshield, harness } = setUp();
    harness.isContract = true;
    const response = await unshield({ ...request, recipientAddress: BROADCASTER });
    expect(response).toMatchObject({ refused: 'recipient-is-contract' });
  });

  test('is not known while the pool is away, or the chain', async () => {
    const { transfer, harness, ports } = setUp();
    harness.pace = null;
    expect(await transfer()).toMatchObject({ refused: 'private-not-ready' });
    const broken = () => Promise.reject(new ChainUnavailable(31337, new Error('timeout')));
    for (const calls of ports.calls.values()) calls.presentFees = broken;
    expect(await transfer()).toMatchObject({ refused: 'chain-unavailable' });
  });
});
