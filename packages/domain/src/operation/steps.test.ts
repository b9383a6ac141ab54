import { describe, expect, test } from 'vitest';
import {
  buildInclusion,
  buildPrivateTransaction,
  buildShield,
  buildSigned,
  buildSigningWithApproval,
  hashOf,
  NONCE_TAKEN,
  START,
} from '#testing/operation';
import { toBaseUnits } from '../amount/base-units.ts';
import { failureSentence } from './failure-sentence.ts';
import { type Operation, startOperation } from './operation.ts';
import { networkFeePaid } from './outcome.ts';
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
  test('signed: it is being sent to a node', () => {
    expect(statesOf(buildSigned())).toEqual(['done', 'now', 'to-come']);
  });

  test('broadcast: it waits for its block', () => {
    expect(statesOf(broadcast)).toEqual(['done', 'done', 'now']);
  });

  test('mined: 20 of 64 blocks until it is final', () => {
    const [, , final] = operationSteps(transition(broadcast, mined), chain);
    expect(final).toMatchObject({ state: 'now', progress: { done: 20, of: 64 } });
  });

  test('mined: the last block stays open until the chain reports it final', () => {
    const far = { ...chain, latestBlock: 500n };
    const [, , final] = operationSteps(transition(broadcast, mined), far);
    expect(final?.progress).toEqual({ done: 63, of: 64 });
  });

  test('confirmed: everything is done', () => {
    const confirmed = transition(transition(broadcast, mined), { type: 'finalized', at: START });
    expect(statesOf(confirmed)).toEqual(['done', 'done', 'done']);
    expect(failureSentence(confirmed)).toBeNull();
  });

  test('replaced: it is shown as not sent', () => {
    const replaced = transition(broadcast, NONCE_TAKEN);
    expect(statesOf(replaced)).toEqual(['done', 'failed', 'to-come']);
    expect(failureSentence(replaced)).toContain('wasn’t sent');
  });
});

test('a payment by link, whose first transaction carries the fee of its claim, has the steps of a payment', () => {
  const signed = buildSigned(undefined, buildSigningWithApproval());
  const names = operationSteps(signed, chain).map(({ name }) => name);
  expect(names).toEqual(['signed', 'sent', 'final']);
  const sent = transition(signed, tried);
  const inclusion = buildInclusion({ transactionHash: hashOf(105), feePaid: toBaseUnits(5n) });
  const after = transition(transition(sent, { type: 'approval-seen', inclusion }), mined);
  expect(statesOf(after)).toEqual(['done', 'done', 'now']);
  const ownFee = buildInclusion().feePaid;
  expect(networkFeePaid(after)).toBe(ownFee + 5n);
});

describe('the steps of a shield', () => {
  const signed = buildSigned(buildShield(), buildSigningWithApproval());
  const approval = buildInclusion({ transactionHash: hashOf(105) });

  test('begin with the approval, and nothing is submitted before it is mined', () => {
    expect(namedStates(signed)).toEqual(['approve now', 'submitted to-come', 'confirmed to-come']);
    const sent = transition(signed, tried);
    expect(namedStates(sent)).toEqual(['approve now', 'submitted to-come', 'confirmed to-come']);
    const approved = transition(sent, { type: 'approval-seen', inclusion: approval });
    expect(namedStates(approved)).toEqual(['approve done', 'submitted done', 'confirmed now']);
  });

  test('show an approval that the token refused', () => {
    const inclusion = { ...approval, isSuccess: false };
    const refused = transition(transition(signed, tried), { type: 'approval-seen', inclusion });
    expect(namedStates(refused)[0]).toBe('approve failed');
  });

  test('of a native coin have no approval', () => {
    const native = transition(buildSigned(buildShield()), tried);
    expect(namedStates(native)).toEqual(['submitted done', 'confirmed now']);
  });
});

describe('the steps of a private transaction', () => {
  const created = startOperation(buildPrivateTransaction());

  test('begin with the proof, in percent', () => {
    const [proof] = operationSteps(created, { ...chain, proofShare: 0.426 });
    expect(proof).toMatchObject({ name: 'proof', state: 'now', progress: { done: 42, of: 100 } });
    expect(namedStates(created)).toEqual(['proof now', 'submitted to-come', 'confirmed to-come']);
  });

  test('submit it once it is proved', () => {
    const prepared = transition(created, { type: 'prepared' });
    expect(namedStates(prepared)).toEqual(['proof done', 'submitted now', 'confirmed to-come']);
    const sent = transition(buildSigned(buildPrivateTransaction()), tried);
    expect(namedStates(sent)).toEqual(['proof done', 'submitted done', 'confirmed now']);
  });

  test('end at the proof when it fails, and say why', () => {
    const failed = transition(created, { type: 'failed', reason: 'notes-spent', at: START });
    expect(namedStates(failed)).toEqual(['proof failed', 'submitted to-come', 'confirmed to-come']);
    expect(failureSentence(failed)).toContain('spent elsewhere');
  });

  test('cost the user nothing when the network refused it', () => {
    const inclusion = buildInclusion({ isSuccess: false });
    const found = transition(buildSigned(buildPrivateTransaction()), { type: 'mined', inclusion });
    const reverted = transition(found, { type: 'finalized', at: START });
    expect(namedStates(reverted)).toEqual(['proof done', 'submitted done', 'confirmed failed']);
    expect(failureSentence(reverted)).toContain('you paid nothing');
  });
});

function namedStates(operation: Operation): readonly string[] {
  return operationSteps(operation, chain).map(({ name, state }) => `${name} ${state}`);
}
