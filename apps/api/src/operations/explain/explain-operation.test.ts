import { expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { transition } from '#domain/operation/transition';
import {
  buildInclusion,
  buildSigned,
  buildSigningWithApproval,
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
