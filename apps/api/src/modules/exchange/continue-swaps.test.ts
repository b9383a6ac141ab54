import { expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { advanceSwap } from '#domain/swap/swap';
import { ALICE, KAX, USDC } from '#testing/network';
import { AVAX, buildSwapHop, buildSwapRoute } from '#testing/swap-route';
import type { continueSwaps } from '#wire/exchange/continue-swaps';
import type { PaymentGate } from '../../application/admit-payment.ts';
import type { Call } from '../../application/call.ts';
import { ExchangeUnavailable } from '../../ports/exchange-aggregator.ts';
import type { StoredSwap } from '../../ports/swaps.ts';
import { FROZEN_GATE, OPEN_GATE } from '../../simulator/open-gate.ts';
import { type ContinueSwapsPorts, createContinueSwaps } from './continue-swaps.ts';

const BEGAN = new Date('2026-03-01T12:00:00Z');
const LATE = new Date('2026-03-01T13:00:00Z');
const hash = `0x${'1'.repeat(64)}` as const;

const begun: StoredSwap = {
  requestId: 'r1',
  userId: 'u1',
  account: ALICE,
  fromTokenId: KAX.id,
  toTokenId: AVAX.id,
  amount: toBaseUnits(50n),
  minimumReceived: toBaseUnits(2n),
  slippageBps: 100,
  route: buildSwapRoute([buildSwapHop(KAX, USDC), buildSwapHop(USDC, AVAX)]),
  steps: [{ state: 'to-sign', since: BEGAN }, { state: 'to-come' }],
  status: 'pending',
  error: null,
  createdAt: BEGAN,
  updatedAt: BEGAN,
};
const output = { amount: '58.8', symbol: 'USDC', blockchain: 'POLYGON', type: 'DESIRED_OUTPUT' };
/** Its second step waits for a signature. */
const halfway = advanceSwap(
  advanceSwap(begun, { type: 'sent', operationId: 'o1', hash: hash as never, at: BEGAN }),
  { type: 'step-done', output: output as never, destinationHash: null, at: BEGAN },
);

/** Continues the swaps an hour later, while the exchange fails in some way. */
async function continueAll(
  swaps: readonly StoredSwap[],
  failure: unknown,
  gate: PaymentGate = OPEN_GATE,
) {
  const reached: unknown[] = [];
  const ports = {
    swaps: {
      listOpen: async () => swaps.map((swap) => ({ swap, version: 1 })),
      record: async () => reached.push('record'),
    },
    cache: {
      listing: async () => {
        reached.push('listing');
        throw failure;
      },
    },
    clock: { now: () => LATE },
    report: ({ cause }: { cause: unknown }) => reached.push(cause),
    gate,
  } as unknown as ContinueSwapsPorts;
  const call = { session: { userId: 'u1' } } as unknown as Call<typeof continueSwaps>;
  const response = await createContinueSwaps(ports)(call);
  if ('refused' in response) return { states: response.refused, reached };
  return {
    states: response.data.map(({ progress }) => progress.map(({ state }) => state)),
    reached,
  };
}

it('signs nothing and gives nothing up while the account is frozen', async () => {
  const away = new Error('Not to be reached.');
  const { states, reached } = await continueAll([halfway], away, FROZEN_GATE);
  expect(states).toBe('account-frozen');
  expect(reached).toEqual([]);
});

it('leaves a first step to the request that began the swap', async () => {
  const { states, reached } = await continueAll([begun], new Error('Not to be reached.'));
  expect(states).toEqual([['to-sign', 'to-come']]);
  expect(reached).toEqual([]);
});

it('gives no swap up while the exchange is unreachable, however late it is', async () => {
  const away = new ExchangeUnavailable(new Error('timeout'));
  const { states, reached } = await continueAll([halfway], away);
  expect(states).toEqual([['done', 'to-sign']]);
  expect(reached).toEqual(['listing']);
});

it('reports a failure of one swap, keeps it as it was, and goes on with the next', async () => {
  const failure = new Error('A defect.');
  const { states, reached } = await continueAll(
    [halfway, { ...halfway, requestId: 'r2' }],
    failure,
  );
  expect(states).toEqual([
    ['done', 'to-sign'],
    ['done', 'to-sign'],
  ]);
  expect(reached).toEqual(['listing', failure, 'listing', failure]);
});
