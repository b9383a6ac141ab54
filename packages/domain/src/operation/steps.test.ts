import { describe, expect, test } from 'vitest';
import { buildInclusion, buildSigned, START } from '#testing/operation';
import { failureSentence } from './failure-sentence.ts';
import { operationSteps } from './steps.ts';
import { transition } from './transition.ts';

const chain = { latestBlock: 30n, blocksUntilFinal: 64, proofShare: null };
const tried = { type: 'tried', rung: 0, at: START, isAccepted: true } as const;
const mined = { type: 'mined', inclusion: buildInclusion({ blockNumber: 10n }) } as const;
const broadcast = transition(buildSigned(), tried);

function statesOf(operation: Parameters<typeof operationSteps>[0]) {
  return operationSteps(operation, chain).map((step) => step.state);
}

describe('the steps of a payment', () => {
  test('signed: it is on its way to a node', () => {
    expect(statesOf(buildSigned())).toEqual(['done', 'now', 'to-come']);
  });

  test('broadcast: it waits for its block', () => {
    expect(statesOf(broadcast)).toEqual(['done', 'done', 'now']);
  });

  test('mined: 20 of 64 blocks until it is final', () => {
    const [, , final] = operationSteps(transition(broadcast, mined), chain);
    expect(final).toMatchObject({ state: 'now', progress: { done: 20, of: 64 } });
  });

  test('mined: the last block stays to come until the chain calls it final', () => {
    const far = { ...chain, latestBlock: 500n };
    const [, , final] = operationSteps(transition(broadcast, mined), far);
    expect(final?.progress).toEqual({ done: 63, of: 64 });
  });

  test('confirmed: everything is done', () => {
    const confirmed = transition(transition(broadcast, mined), { type: 'finalized', at: START });
    expect(statesOf(confirmed)).toEqual(['done', 'done', 'done']);
    expect(failureSentence(confirmed)).toBeNull();
  });

  test('replaced: it was not sent, and says so', () => {
    const replaced = transition(broadcast, { type: 'nonce-taken', at: START });
    expect(statesOf(replaced)).toEqual(['done', 'failed', 'to-come']);
    expect(failureSentence(replaced)).toContain('was not sent');
  });
});
