import { expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import type { SignedOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import {
  buildInclusion,
  buildRepricing,
  buildSigned,
  buildSigningWithApproval,
  buildTriedPrivateTransaction,
  hashOf,
  START,
} from '#testing/operation';
import type { NodeView } from '../../ports/node-inspection.ts';
import { explainOperation } from './explain-operation.ts';
import { after, buildFound, buildSituation } from './situation.test-setup.ts';

const signed = buildSigned({}, buildSigningWithApproval(1));
const broadcast = transition(signed, {
  type: 'tried',
  rung: 0,
  at: after(1_000),
  isAccepted: true,
});
const cancelling = transition(broadcast, {
  type: 'cancellation-requested',
  reason: 'operator',
  at: after(2_000),
});
const cancelled = transition(cancelling, { type: 'cancellation-tried', at: after(3_000) });

test('every transaction of every nonce is shown, with what each node knows of it', () => {
  const { transactions } = explainOperation(buildFound(broadcast), buildSituation(), [
    viewOf({ sightings: new Map([[hashOf(100), { at: 'pool' }]]) }),
    { host: 'silent.example', isResponding: false, problem: 'It is silent.' },
  ]);
  expect(transactions.map(({ role, rung, nonce, isSent }) => [role, rung, nonce, isSent])).toEqual([
    ['approval', 1, 0, true],
    ['approval', 2, 0, false],
    ['approval', 3, 0, false],
    ['approval', null, 0, false],
    ['payment', 1, 1, true],
    ['payment', 2, 1, false],
    ['payment', 3, 1, false],
    ['payment', null, 1, false],
  ]);
  expect(transactions[4]?.nodes.map(({ sighting }) => sighting)).toEqual([
    'waiting',
    'no response',
  ]);
  expect(transactions[5]?.nodes[0]?.sighting).toBe('unknown');
});

test('a balance is compared with the cheapest of what is sent next, approval included', () => {
  const isEnough = (operation: typeof broadcast, balance: bigint) => {
    const account = { nextNonce: 0, balance: toBaseUnits(balance) };
    const views = [viewOf({ account })];
    const { accounts } = explainOperation(buildFound(operation), buildSituation(), views);
    return accounts.map((each) => 'isEnough' in each && each.isEnough);
  };
  expect(isEnough(broadcast, 10_000n)).toEqual([true]);
  expect(isEnough(broadcast, 9_999n)).toEqual([false]);
  expect(isEnough(cancelled, 9_999n)).toEqual([false]);
  const mined = transition(broadcast, { type: 'mined', inclusion: buildInclusion() });
  expect(isEnough(mined, 0n)).toEqual([null]);
});

test('what was re-priced shows every rung and every cancellation, and what of it was sent', () => {
  const tried = buildTriedPrivateTransaction();
  const shown = (operation: SignedOperation) =>
    explainOperation(buildFound(operation), buildSituation(), []).transactions.map(
      ({ rung, hash, isSent }) => [rung, hash, isSent],
    );
  const repriced = transition(tried, buildRepricing());
  expect(shown(repriced)).toEqual([
    [1, hashOf(100), true],
    [2, hashOf(101), true],
    [3, hashOf(102), true],
    [4, hashOf(500), false],
    [null, hashOf(108), false],
    [null, hashOf(508), false],
  ]);
  const event = { type: 'cancellation-requested', reason: 'operator', at: after(1) } as const;
  const cancelling = transition(transition(tried, event), {
    type: 'cancellation-tried',
    at: after(2),
  });
  const dearer = transition(cancelling, { ...buildRepricing(), rung: null });
  expect(shown(dearer).slice(3)).toEqual([
    [null, hashOf(108), true],
    [null, hashOf(508), false],
  ]);
  const sent = transition(dearer, { type: 'cancellation-tried', at: after(3) });
  expect(shown(sent).slice(3)).toEqual([
    [null, hashOf(108), true],
    [null, hashOf(508), true],
  ]);
});

test('of several cancellations, the balance is compared with the cheapest', () => {
  const repriced = transition(buildTriedPrivateTransaction(), buildRepricing());
  const event = { type: 'cancellation-requested', reason: 'operator', at: START } as const;
  const cancelling = transition(repriced, event);
  const isEnough = (balance: bigint) => {
    const views = [viewOf({ account: { nextNonce: 0, balance: toBaseUnits(balance) } })];
    const { accounts } = explainOperation(buildFound(cancelling), buildSituation(), views);
    return accounts.map((each) => 'isEnough' in each && each.isEnough);
  };
  expect(isEnough(5_000n)).toEqual([true]);
  expect(isEnough(4_999n)).toEqual([false]);
});

test('the past of an operation is in its order, and its cancellations are sent only after the request', () => {
  const { history, transactions, claimEndsInMs } = explainOperation(
    buildFound(cancelled, { dueAt: after(50_000) }),
    buildSituation(),
    [],
  );
  expect(history.map(({ what }) => what)).toEqual([
    'created',
    'signed',
    'first sent',
    'cancellation requested by an operator',
    'last sent; 1 of 3 rungs sent by then',
  ]);
  expect(transactions.filter(({ rung }) => rung === null).map(({ isSent }) => isSent)).toEqual([
    true,
    true,
  ]);
  expect(claimEndsInMs).toBe(20_000);
});

test('it is JSON without an amount or a recipient', () => {
  const text = JSON.stringify(
    explainOperation(buildFound(broadcast), buildSituation(), [viewOf()]),
  );
  expect(JSON.parse(text)).toMatchObject({ id: broadcast.id, createdAt: START.toISOString() });
  expect(text).not.toMatch(new RegExp(`"${broadcast.amount}"|${broadcast.recipient}`));
});

function viewOf(more: Partial<Extract<NodeView, { isResponding: true }>> = {}): NodeView {
  return {
    host: 'one.example',
    isResponding: true,
    latestBlock: 13n,
    account: { nextNonce: 0, balance: toBaseUnits(0n) },
    nextPendingNonce: 2,
    sightings: new Map(),
    ...more,
  };
}
