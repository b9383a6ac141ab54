import { encodeFunctionData, getAddress, parseAbi, zeroAddress } from 'viem';
import { expect, it } from 'vitest';
import { bridgeAbi } from '#sandbox/exchange/bridge-abi';
import type { ExchangeChain, ListedAsset } from '#sandbox/exchange/exchange-chains';
import { venues } from '#sandbox/exchange/venues';
import { ALICE } from '#testing/network';
import { stepTermsOf } from './step-terms.ts';

const USDC = getAddress(`0x${'b2'.repeat(20)}`);
const KAX = `0x${'c3'.repeat(20)}` as const;
const WRAPPED = `0x${'d4'.repeat(20)}` as const;
const chain = {
  deployment: { usdc: USDC, swapRouter: KAX, v2Router: KAX },
} as unknown as ExchangeChain;
const asset = (address: typeof USDC | null) =>
  ({ address, pooled: address ?? WRAPPED }) as unknown as ListedAsset;
const terms = { amountIn: 100n, minOut: 90n, recipient: ALICE, deadline: 5n };
const here = { recipient: ALICE, input: 100n, minimumOutput: 90n, destination: null };

it.each([
  ['tokens', USDC, KAX],
  ['the native coin for a token', null, USDC],
  ['a token for the native coin', USDC, null],
] as const)('reads a trade of %s, on either venue', (_what, from, to) => {
  for (const venue of Object.values(venues)) {
    const { data, value } = venue.call(chain, { from: asset(from), to: asset(to), ...terms });
    const { input, ...delivery } = stepTermsOf(data) ?? {};
    expect({ ...delivery, input: input ?? value }).toEqual(here);
  }
});

const order = {
  chainId: 43_114n,
  token: USDC,
  minOut: 90n,
  recipient: ALICE,
  deadline: 5n,
  venue: 2,
  isExpress: false,
} as const;
const deposit = (more: Partial<{ token: `0x${string}` }> = {}) =>
  encodeFunctionData({
    abi: bridgeAbi,
    functionName: 'deposit',
    args: [`0x${'1'.repeat(64)}`, KAX, 100n, { ...order, ...more }],
  });

it('reads where a deposit is delivered, and as what', () => {
  const destination = { chainId: 43_114, tokenAddress: USDC };
  expect(stepTermsOf(deposit())).toMatchObject({ ...here, destination });
  expect(stepTermsOf(deposit({ token: zeroAddress }))?.destination?.tokenAddress).toBeNull();
});

const multicallAbi = parseAbi([
  'function multicall(bytes[] data) payable returns (bytes[] results)',
]);
const trade = venues.v3.call(chain, { from: asset(USDC), to: asset(KAX), ...terms }).data;

it.each([
  ['another function', '0x12345678'],
  ['arguments that are cut off', deposit().slice(0, -64) as `0x${string}`],
  ['nothing', '0x'],
  [
    'a chain of calls of another shape',
    encodeFunctionData({ abi: multicallAbi, functionName: 'multicall', args: [[trade, trade]] }),
  ],
] as const)('reads nothing from %s', (_what, data) => {
  expect(stepTermsOf(data)).toBeNull();
});
