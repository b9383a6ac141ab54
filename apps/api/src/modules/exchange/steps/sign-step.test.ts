import { expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { SignedOperation } from '#domain/operation/operation';
import type { StepTerms } from '#domain/swap/check-delivery';
import { ALICE, BOB, buildNetwork, KAX, POL, USDC } from '#testing/network';
import { buildSigned } from '#testing/operation';
import { AVALANCHE, USDC_THERE } from '#testing/swap-route';
import type { CallSession } from '../../../application/call.ts';
import type { RequestedTransaction } from '../../../ports/exchange-aggregator.ts';
import type { StoredSwap } from '../../../ports/swaps.ts';
import { createExchangeTokenList } from '../listing/token-list.ts';
import { createSignStep, type SignStepPorts } from './sign-step.ts';

const ROUTER = `0x${'c3'.repeat(20)}` as PublicAddress;
const OTHER_CONTRACT = `0x${'c4'.repeat(20)}` as PublicAddress;
const THIEF = BOB;
const NOW = new Date('2026-03-01T12:00:00Z');
const AMOUNT = 50n * 10n ** 18n;
const network = buildNetwork();
const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
const approveData = (spender: string, amount: bigint) =>
  `0x095ea7b3${word(spender)}${amount.toString(16).padStart(64, '0')}` as const;

const main: RequestedTransaction = {
  blockchain: 'POLYGON',
  isApproval: false,
  from: ALICE,
  to: ROUTER,
  data: `0x12345678${word(ALICE)}`,
  value: 0n,
};
const approval: RequestedTransaction = {
  ...main,
  isApproval: true,
  to: KAX.address ?? ROUTER,
  data: approveData(ROUTER, AMOUNT),
};
const session: CallSession = {
  userId: 'u1',
  sessionId: 's1',
  accessToken: 'a1',
  publicAddress: ALICE,
  privateAddress: '0zk1',
  custody: 'assisted' as const,
};
const side = (token: typeof KAX) => ({
  blockchain: 'POLYGON',
  address: token.address,
  symbol: token.symbol,
  decimals: token.decimals,
  logo: null,
  blockchainLogo: null,
  chain: 'Polygon',
  usdPrice: 1,
});
const swap: StoredSwap = {
  requestId: 'r1',
  userId: 'u1',
  account: ALICE,
  fromTokenId: KAX.id,
  toTokenId: USDC.id,
  amount: AMOUNT as BaseUnits,
  minimumReceived: 58_000_000n as BaseUnits,
  slippageBps: 100,
  route: {
    requestId: 'r1',
    outputAmount: '58.8',
    resultType: 'OK',
    tags: [],
    swaps: [
      {
        from: side(KAX),
        to: side(USDC),
        fromAmount: '50',
        toAmount: '58.8',
        swapperId: 'A',
        swapperLogo: null,
        swapperType: 'DEX',
        fee: [],
        timeStat: null,
        estimatedTimeInSeconds: 5,
        fromAmountMinValue: null,
        fromAmountMaxValue: null,
        internalSwaps: [],
      },
    ],
  },
  steps: [{ state: 'to-sign', since: NOW }],
  status: 'pending',
  error: null,
  createdAt: NOW,
  updatedAt: NOW,
};

interface Harness {
  readonly main?: Partial<RequestedTransaction>;
  readonly approval?: Partial<RequestedTransaction>;
  readonly isContract?: boolean;
  /** KAX, USDC and POL, in that order. */
  readonly changes?: readonly bigint[];
  /** What the call can be read as; null when it cannot be read. */
  readonly terms?: StepTerms | null;
  readonly allowance?: bigint;
  readonly open?: readonly SignedOperation[];
  readonly swap?: StoredSwap;
}

function portsOf(harness: Harness) {
  const signed: unknown[] = [];
  const simulated: (readonly { readonly to: string }[])[] = [];
  const refused = async () => {
    throw new Error('This is not requested.');
  };
  const feeCap = 10n ** 18n;
  const fees = { fees: { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, feeCap }, pricePerGas: 1n };
  const ports = {
    exchange: {
      createTransaction: async ({ checksApproval }: { checksApproval: boolean }) => ({
        ok: true as const,
        transaction: checksApproval
          ? { ...approval, ...harness.approval }
          : { ...main, ...harness.main },
      }),
    },
    chains: new Map([
      [
        network.chainId,
        {
          balances: async () => ({ blockNumber: 50n, units: [10n ** 18n, AMOUNT] }),
          transactionCount: async () => 0,
          isContract: async () => harness.isContract ?? true,
        },
      ],
    ]),
    calls: new Map([
      [
        network.chainId,
        {
          presentFees: async () => fees,
          allowance: async () => harness.allowance ?? 0n,
          simulate: async () => ({ ok: true, gas: [] }),
          approval: (to: string, spender: string, amount: bigint) => ({
            to,
            value: 0n,
            data: approveData(spender, amount),
            gasIfUnknown: 1n,
          }),
        },
      ],
    ]),
    checks: new Map([
      [
        network.chainId,
        {
          simulateChanges: async (_from: string, calls: readonly { readonly to: string }[]) => {
            simulated.push(calls);
            return {
              ok: true,
              gas: calls.map(() => ({ used: 1n, limit: 1n })),
              changes: harness.changes ?? [-AMOUNT, 58_500_000n, 0n],
            };
          },
          receivedIn: refused,
          termsOf: () => harness.terms ?? null,
        },
      ],
    ]),
    contracts: new Map([[network.chainId, [ROUTER]]]),
    swaps: { record: async () => true },
    operations: {
      findByKey: async () => null,
      signNext: refused,
      records: async () => ({
        ...{ nextRecorded: 0, failover: 'none', isExported: false, hasRecovered: false },
      }),
      listOpen: async () => (harness.open ?? []).map((operation) => ({ operation })),
    },
    vault: {
      withPublicSigner: async () => {
        signed.push('opened');
        return { ok: false as const, reason: 'locked' as const };
      },
    },
    clock: { now: () => NOW },
    randomness: { uuid: () => '00000000-0000-0000-0000-000000000001' },
    report: () => {},
  } as unknown as SignStepPorts;
  return { ports, signed, simulated };
}

async function signIn(harness: Harness) {
  const { ports, signed, simulated } = portsOf(harness);
  const cache = createExchangeTokenList({
    networks: [network, AVALANCHE],
    clock: { now: () => NOW },
    report: () => {},
    exchange: {
      list: async () => ({
        blockchains: [
          { name: 'POLYGON', displayName: 'Polygon', chainId: network.chainId },
          { name: 'AVAX_CCHAIN', displayName: 'Avalanche', chainId: AVALANCHE.chainId },
        ],
        tokens: [POL, KAX, USDC].map(({ address, symbol }) => ({
          blockchain: 'POLYGON',
          address,
          symbol,
          usdPrice: 1,
        })),
      }),
    },
  });
  const claim = { swap: harness.swap ?? swap, version: 1 };
  const listing = await cache.listing();
  const response = await createSignStep(ports)({ listing, claim, number: 1, session });
  return { response, signed, simulated };
}

it('opens the key for a step that matches what was agreed', async () => {
  const { response, signed } = await signIn({});
  expect(response).toEqual({ refused: 'unauthorized' });
  expect(signed).toEqual(['opened']);
});

const here = (more: Partial<StepTerms> = {}): StepTerms => ({
  recipient: ALICE,
  input: AMOUNT,
  minimumOutput: 58_000_000n,
  destination: null,
  ...more,
});

it('opens the key for a call that promises the account what was agreed', async () => {
  const { signed } = await signIn({ terms: here() });
  expect(signed).toEqual(['opened']);
});

const [hop] = swap.route.swaps;
if (hop === undefined) throw new Error('The route has no step.');
const there = { blockchain: 'AVAX_CCHAIN', address: USDC_THERE.address };
const crossing: StoredSwap = {
  ...swap,
  route: { ...swap.route, swaps: [{ ...hop, to: { ...hop.to, ...there } }] },
};
const destination = { chainId: AVALANCHE.chainId, tokenAddress: USDC_THERE.address };
const delivered = (more: Partial<StepTerms> = {}): Harness => ({
  swap: crossing,
  changes: [-AMOUNT, 0n, 0n],
  terms: here({ destination, ...more }),
});

it('opens the key for a delivery on the other chain as it was agreed, or in a call that cannot be read', async () => {
  expect((await signIn(delivered())).signed).toEqual(['opened']);
  expect((await signIn({ ...delivered(), terms: null })).signed).toEqual(['opened']);
});

it('lets the route’s own fee be paid in the native coin, and never in another token', async () => {
  const fee = {
    name: 'Bridge Fee',
    expenseType: 'FROM_SOURCE_WALLET',
    symbol: POL.symbol,
    amount: '1',
    price: null,
  };
  const [crossed] = crossing.route.swaps;
  if (crossed === undefined) throw new Error('The route has no step.');
  const swaps = [{ ...crossed, fee: [fee] }];
  const charged = { ...delivered(), swap: { ...crossing, route: { ...crossing.route, swaps } } };
  const paid = await signIn({ ...charged, changes: [-AMOUNT, -(10n ** 18n), 0n] });
  expect(paid.signed).toEqual(['opened']);
  const lost = await signIn({ ...charged, changes: [-AMOUNT, 0n, -1n] });
  expect(lost.response).toMatchObject({ refused: 'exchange-not-trusted' });
});

it('approves again while another open swap is about to use up the allowance', async () => {
  const open = buildSigned({ kind: 'swap', tokenId: KAX.id, recipient: ROUTER });
  const alone = await signIn({ allowance: AMOUNT });
  expect(alone.simulated.map((calls) => calls.map(({ to }) => to))).toEqual([[ROUTER]]);
  const second = await signIn({ allowance: AMOUNT, open: [open] });
  expect(second.simulated.map((calls) => calls.map(({ to }) => to))).toEqual([
    [KAX.address, ROUTER],
  ]);
});

it.each<[string, Harness]>([
  ['a delivery to another account', { terms: here({ recipient: THIEF }) }],
  ['a promise of less than was agreed', { terms: here({ minimumOutput: 57_999_999n }) }],
  ['a delivery on another chain', { terms: here({ destination }) }],
  ['a delivery there to another account', delivered({ recipient: THIEF })],
  ['less than was promised there', delivered({ minimumOutput: 57_999_999n })],
  ['another chain than agreed', delivered({ destination: { ...destination, chainId: 1 } })],
  [
    'another token there than agreed',
    delivered({ destination: { ...destination, tokenAddress: null } }),
  ],
  ['a larger approval', { approval: { data: approveData(ROUTER, AMOUNT + 1n) } }],
  ['an endless approval', { approval: { data: approveData(ROUTER, 2n ** 256n - 1n) } }],
  ['another spender', { approval: { data: approveData(THIEF, AMOUNT) } }],
  ['an approval of another token', { approval: { to: USDC.address ?? ROUTER } }],
  ['another recipient', { main: { data: `0x12345678${word(THIEF)}` } }],
  ['another sender', { main: { from: THIEF } }],
  ['another chain', { main: { blockchain: 'AVAX_CCHAIN' } }],
  ['a call of the token itself', { main: { to: KAX.address ?? ROUTER } }],
  ['a contract that is not on the list', { main: { to: OTHER_CONTRACT } }],
  ['a payment to an address without code', { isContract: false }],
  ['native coins besides', { main: { value: 1n } }],
  ['more than goes in', { changes: [-AMOUNT - 1n, 58_500_000n, 0n] }],
  ['less than was promised', { changes: [-AMOUNT, 57_999_999n, 0n] }],
  ['the native coin besides', { changes: [-AMOUNT, 58_500_000n, -1n] }],
  [
    'another token besides, on the way to another chain',
    { ...delivered(), changes: [-AMOUNT, 0n, -1n] },
  ],
])('refuses %s, and the key stays closed', async (_what, harness) => {
  const { response, signed } = await signIn(harness);
  expect(response).toMatchObject({ refused: 'exchange-not-trusted' });
  expect(signed).toEqual([]);
});
