import { expect, test } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { KAX, POL, USDC } from '#testing/network';
import { createBroadcasterPay } from './broadcaster-pay.ts';

const recipient = '0zkkax' as PrivateAddress;
const usdOf: Readonly<Record<string, number | null>> = {
  [POL.id]: 0.5,
  [USDC.id]: 1,
  [KAX.id]: null,
};

function payWith(premiumBps: number | null) {
  return createBroadcasterPay({
    premiumBps,
    prices: {
      priceOf: (id) => ({ price: usdOf[id] ?? null, change: null, asOf: null, samples: [] }),
    },
    broadcaster: { privateAddress: recipient },
  });
}

test('without a premium in the configuration nothing is charged', async () => {
  expect(await payWith(null).priceIn(USDC, POL)).toBeNull();
});

test('the price of gas is that of the native coin in the token, plus the premium', async () => {
  expect(await payWith(0).priceIn(USDC, POL)).toEqual({
    token: USDC,
    perNativeCoin: 500_000n,
    recipient,
  });
  expect(await payWith(1_000).priceIn(USDC, POL)).toMatchObject({ perNativeCoin: 550_000n });
});

test('the native coin is worth itself, whatever its price', async () => {
  expect(await payWith(250).priceIn(POL, POL)).toMatchObject({
    perNativeCoin: 1_025_000_000_000_000_000n,
  });
});

test('a token without a price cannot pay', async () => {
  expect(await payWith(250).priceIn(KAX, POL)).toBe('unknown');
});
