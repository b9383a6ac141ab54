import { expect, test } from 'vitest';
import { transition } from '#domain/operation/transition';
import { START, uuidOf } from '#testing/operation';
import {
  claimAt,
  detailsOf,
  type EmptyRepository,
  LEASE_MS,
  minedEvent,
  recordNext,
  requestOf,
  sign,
  signOne,
  tried,
} from './steps.ts';

export function describeRequests(repository: () => EmptyRepository): void {
  const cancel = { type: 'cancellation-requested', reason: 'user', at: START } as const;
  const speedUp = { type: 'speed-up-requested' } as const;
  const { userId } = detailsOf(1);
  const requestOne = { userId, operationId: uuidOf(1), now: START } as const;

  test.each([cancel, speedUp])('what a user requests ($type) is stored, once', async (event) => {
    const { operations } = repository();
    const { operation } = await signOne(operations, 1);
    expect(await operations.request({ ...requestOne, event })).toBe(true);
    const found = await operations.find(userId, uuidOf(1));
    expect(found?.operation).toEqual(transition(operation, event));
    expect(await operations.request({ ...requestOne, event })).toBe(false);
  });

  test('a request makes the operation due, and whoever had claimed it changes nothing more', async () => {
    const { operations } = repository();
    const old = await signOne(operations, 1);
    expect(await operations.request({ ...requestOne, event: cancel })).toBe(true);
    expect([...(await recordNext(operations, old, (o) => transition(o, tried)))]).toEqual([]);
    const [claim] = await claimAt(operations, 0);
    if (claim === undefined) throw new Error('Nothing was claimed.');
    expect(claim.operation.sending.cancelRequest).toEqual({ reason: 'user', at: START });
    const next = transition(claim.operation, { type: 'cancellation-tried', at: START });
    await operations.record([{ claim, next, dueAt: START }]);
    expect((await operations.find(userId, uuidOf(1)))?.operation).toEqual(next);
  });

  test('someone else, an unknown operation and an invalid id change nothing', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    for (const more of [
      { userId: uuidOf(0xb0b) },
      { operationId: uuidOf(2) },
      { operationId: '' },
    ]) {
      expect(await operations.request({ ...requestOne, event: cancel, ...more })).toBe(false);
    }
  });

  test('an operator cancels what any user sends, once', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    const event = { ...cancel, reason: 'operator' } as const;
    const request = { ...requestOne, userId: null, event };
    expect(await operations.request(request)).toBe(true);
    const found = await operations.find(userId, uuidOf(1));
    expect(found?.operation).toMatchObject({ sending: { cancelRequest: { reason: 'operator' } } });
    expect(await operations.request(request)).toBe(false);
    expect(await operations.request({ ...request, operationId: uuidOf(2) })).toBe(false);
  });

  test('a consolidation is cancelled by an operator only', async () => {
    const { operations } = repository();
    const details = detailsOf(1, { kind: 'consolidation' });
    await operations.signNext(requestOf(1, { details }), sign(1), LEASE_MS);
    const event = { ...cancel, reason: 'operator' } as const;
    expect(await operations.request({ ...requestOne, event })).toBe(false);
    expect(await operations.request({ ...requestOne, userId: null, event })).toBe(true);
  });

  test('what a block has, or what ended, is not changed by a request', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    const [claim] = await claimAt(operations, LEASE_MS);
    await recordNext(operations, claim, (operation) => transition(operation, minedEvent()));
    expect(await operations.request({ ...requestOne, event: cancel })).toBe(false);
    const [mined] = await claimAt(operations, 2 * LEASE_MS);
    await recordNext(operations, mined, (o) => transition(o, { type: 'finalized', at: START }));
    expect(await operations.request({ ...requestOne, event: speedUp })).toBe(false);
  });

  test('a request and a claim at the same time are both stored', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    const [isRequested] = await Promise.all([
      operations.request({ ...requestOne, event: cancel }),
      claimAt(operations, LEASE_MS),
    ]);
    expect(isRequested).toBe(true);
    const found = await operations.find(userId, uuidOf(1));
    expect(found?.operation).toMatchObject({ sending: { cancelRequest: { reason: 'user' } } });
  });
}
