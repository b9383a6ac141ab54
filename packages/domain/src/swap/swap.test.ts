import { expect, it } from 'vitest';
import type { PublicAddress, TransactionHash } from '../address/address.ts';
import { toBaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';
import {
  advanceSwap,
  confirmedDelivery,
  currentStep,
  hasEnded,
  IllegalSwapEvent,
  middleAsset,
  needsSignature,
  type StepOutput,
  type Swap,
} from './swap.ts';

const at = new Date('2026-03-01T12:00:00Z');
const hash = `0x${'1'.repeat(64)}` as TransactionHash;
const other = `0x${'2'.repeat(64)}` as TransactionHash;
const dollars: StepOutput = {
  amount: '58.8',
  symbol: 'USDC',
  blockchain: 'POLYGON',
  type: 'DESIRED_OUTPUT',
};
const begun: Swap<null> = {
  requestId: 'r1',
  userId: 'u1',
  account: '0x1' as PublicAddress,
  fromTokenId: 'polygon-kax' as TokenId,
  toTokenId: 'avalanche-avax' as TokenId,
  amount: toBaseUnits(50n),
  minimumReceived: toBaseUnits(2n),
  slippageBps: 100,
  route: null,
  steps: [{ state: 'to-sign', since: at }, { state: 'to-come' }],
  status: 'pending',
  error: null,
  createdAt: at,
  updatedAt: at,
};
const sent = { type: 'sent', operationId: 'o1', hash, at } as const;
const done = { type: 'step-done', output: dollars, destinationHash: null, at } as const;

it('goes from step to step, each signed and sent before it is done', () => {
  const first = advanceSwap(begun, sent);
  expect([first.status, currentStep(first), needsSignature(first)]).toEqual([
    'in-progress',
    1,
    false,
  ]);
  const second = advanceSwap(first, done);
  expect([second.status, currentStep(second), needsSignature(second)]).toEqual([
    'in-progress',
    2,
    true,
  ]);
  const last = advanceSwap(advanceSwap(second, { ...sent, operationId: 'o2' }), done);
  expect([last.status, currentStep(last), hasEnded(last)]).toEqual(['completed', 2, true]);
});

const step2 = advanceSwap(advanceSwap(advanceSwap(begun, sent), done), {
  ...sent,
  operationId: 'o2',
});

it('keeps when the exchange first reported its end, until that is confirmed or given up', () => {
  const reported = { type: 'delivery-reported', at } as const;
  const waiting = advanceSwap(step2, reported);
  expect(waiting).toMatchObject({ status: 'in-progress', steps: [{}, { reportedAt: at }] });
  const later = new Date(at.getTime() + 60_000);
  expect(advanceSwap(waiting, { ...reported, at: later })).toBe(waiting);
  const bumped = advanceSwap(waiting, { type: 'hash-changed', hash: other, at: later });
  expect(bumped.steps[1]).toMatchObject({ hash: other, reportedAt: at });
  expect(() => advanceSwap(advanceSwap(begun, sent), reported)).toThrow(IllegalSwapEvent);
  expect(() => advanceSwap(begun, reported)).toThrow(IllegalSwapEvent);
});

it('names its delivery only when a final block showed it', () => {
  const end = { ...done, destinationHash: other } as const;
  const confirmed = advanceSwap(step2, { ...end, delivery: 'confirmed' });
  expect(confirmed).toMatchObject({ status: 'completed', steps: [{}, { delivery: 'confirmed' }] });
  expect(confirmedDelivery(confirmed)).toBe(other);
  expect(confirmedDelivery(advanceSwap(step2, { ...end, delivery: 'reported' }))).toBeNull();
  expect(confirmedDelivery(advanceSwap(step2, end))).toBeNull();
  expect(confirmedDelivery(step2)).toBeNull();
});

it('ends with the reason when a step fails, and the steps before it stay done', () => {
  const second = advanceSwap(advanceSwap(begun, sent), done);
  const failed = advanceSwap(second, {
    type: 'step-failed',
    error: 'Too late.',
    output: dollars,
    at,
  });
  expect(failed).toMatchObject({ status: 'failed', error: 'Too late.' });
  expect(failed.steps.map(({ state }) => state)).toEqual(['done', 'failed']);
});

it.each([
  ['a step that was not sent is not done', begun, done],
  ['a step that was sent is not sent again', advanceSwap(begun, sent), sent],
  [
    'an ended swap changes no more',
    advanceSwap(begun, { type: 'step-failed', error: 'x', output: null, at }),
    sent,
  ],
])('%s', (_rule, swap, event) => {
  expect(() => advanceSwap(swap, event)).toThrow(IllegalSwapEvent);
});

it('that ends midway leaves the intermediate token, and says on which chain', () => {
  expect(middleAsset(dollars, 'POLYGON').type).toBe('MIDDLE_ASSET_IN_SRC');
  const there = middleAsset({ ...dollars, blockchain: 'AVAX_CCHAIN' }, 'POLYGON');
  expect(there).toEqual({
    ...dollars,
    blockchain: 'AVAX_CCHAIN',
    type: 'MIDDLE_ASSET_IN_DEST',
  });
});
