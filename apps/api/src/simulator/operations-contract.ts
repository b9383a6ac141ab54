import { beforeEach, describe, expect, test } from 'vitest';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import { heldUnits } from '#domain/operation/holds';
import { GAP_AFTER_MS } from '#domain/operation/next-nonce';
import {
  type OperationDetails,
  RECHECK_REPLACED_FOR_MS,
  type SignedOperation,
  type Signing,
} from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { ALICE, BOB, POL, USDC } from '#testing/network';
import {
  buildDetails,
  buildInclusion,
  buildShield,
  buildSignedNonce,
  buildSigning,
  hashOf,
  NONCE_TAKEN,
  START,
  uuidOf,
} from '#testing/operation';
import type { ClaimedOperation, Operations, SigningRequest } from '../ports/operations.ts';
import type { StoredNotice } from './memory-repository.ts';

/** Empty operations, and a look at their outbox. */
export interface EmptyRepository {
  readonly operations: Operations;
  notices(): Promise<readonly StoredNotice[]>;
  removeUser(userId: string): Promise<void>;
  exportKeys(userId: string): Promise<void>;
}

const LEASE_MS = 10_000;
const tried = { type: 'tried', rung: 0, at: START, isAccepted: true } as const;

/** Declares the tests of everything that the port guarantees; each implementation runs them. */
export function describeOperations(name: string, openEmpty: () => Promise<EmptyRepository>): void {
  describe(name, () => {
    let repository: EmptyRepository;
    beforeEach(async () => {
      repository = await openEmpty();
    });
    describeSigning(() => repository);
    describeRaces(() => repository);
    describeClaims(() => repository);
    describeRequests(() => repository);
    describeReading(() => repository);
  });
}

function describeSigning(repository: () => EmptyRepository): void {
  test('a payment is stored complete with the next nonce, and found by its key', async () => {
    const { operations } = repository();
    const outcome = await signOne(operations, 1);
    const stored = await operations.findByKey(buildDetails().userId, 'key-1');
    expect(stored).toMatchObject({ operation: outcome.operation, fingerprint: 'payment 1' });
    expect(outcome.operation).toMatchObject({ ...detailsOf(1), status: 'signed' });
    expect((await signOne(operations, 2)).operation.signing.nonce).toBe(1);
  });

  test('the nonce is the higher one of the stored operations and the chain', async () => {
    const { operations, exportKeys } = repository();
    await exportKeys(buildDetails().userId);
    const first = await signOne(operations, 1, { transactionCount: 7 });
    const second = await signOne(operations, 2, { transactionCount: 3 });
    expect([first, second].map(({ operation }) => operation.signing.nonce)).toEqual([7, 8]);
  });

  test('a payment fills the nonce gap that another wallet left below payments that have waited long', async () => {
    const { operations, exportKeys } = repository();
    await exportKeys(buildDetails().userId);
    await signOne(operations, 1, { transactionCount: 3 });
    const signAfter = (n: number, ms: number, transactionCount: number) => {
      const details = detailsOf(n, { createdAt: new Date(START.getTime() + ms) });
      return operations.signNext(
        requestOf(n, { details, state: { transactionCount } }),
        sign(n),
        LEASE_MS,
      );
    };
    const outcomes = [
      await signAfter(2, GAP_AFTER_MS - 1, 2),
      await signAfter(3, GAP_AFTER_MS, 2),
      await signAfter(4, GAP_AFTER_MS, 2),
    ];
    const nonces = outcomes.map((o) => o.kind === 'signed' && o.claim.operation.signing.nonce);
    expect(nonces).toEqual([4, 2, 5]);
  });

  test('what fills a nonce gap gets the nonce of the gap, or is not stored', async () => {
    const { operations, exportKeys } = repository();
    await exportKeys(buildDetails().userId);
    await signOne(operations, 1, { transactionCount: 3 });
    const fillAfter = (n: number, ms: number, transactionCount: number) => {
      const createdAt = new Date(START.getTime() + ms);
      const details = detailsOf(n, { kind: 'nonce-fill', amount: units(0n), createdAt });
      const request = requestOf(n, { details, state: { transactionCount } });
      return operations.signNext(request, sign(n), LEASE_MS);
    };
    expect([
      await fillAfter(2, GAP_AFTER_MS - 1, 2),
      await fillAfter(3, GAP_AFTER_MS, 3),
      await fillAfter(4, GAP_AFTER_MS, 4),
    ]).toEqual([{ kind: 'no-gap' }, { kind: 'no-gap' }, { kind: 'no-gap' }]);
    const filled = await fillAfter(5, GAP_AFTER_MS, 2);
    expect(filled).toMatchObject({ claim: { operation: { amount: 0n, signing: { nonce: 2 } } } });
    expect(await fillAfter(6, GAP_AFTER_MS, 2)).toEqual({ kind: 'no-gap' });
    const { userId } = detailsOf(6);
    expect(await operations.findByKey(userId, 'key-6')).toBeNull();
    expect((await signOne(operations, 7)).operation.signing.nonce).toBe(4);
    expect(await operations.find(userId, uuidOf(5))).toBeNull();
    const listed = (await operations.listOpen(userId)).map(({ operation }) => operation.id);
    expect(listed).toEqual([uuidOf(7), uuidOf(1)]);
  });

  test('one key is one payment permanently: a repeated request gets it and signs nothing', async () => {
    const { operations } = repository();
    const first = await signOne(operations, 1);
    const again = requestOf(2, { idempotencyKey: 'key-1' });
    const outcome = await operations.signNext(again, () => Promise.reject(new Error('signed')), 0);
    expect(outcome).toEqual({
      kind: 'exists',
      stored: { operation: first.operation, fingerprint: 'payment 1' },
    });
  });

  test('the same key of another user is a separate payment', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    const details = detailsOf(2, { userId: uuidOf(0xb0b), account: BOB });
    const request = requestOf(2, { details, idempotencyKey: 'key-1' });
    expect(await operations.signNext(request, sign(2), LEASE_MS)).toMatchObject({ kind: 'signed' });
  });

  test('a payment above the available balance is refused, and its nonce goes to the next one', async () => {
    const { operations } = repository();
    await signOne(operations, 1, { tokenBalance: units(30_000_000n) });
    const request = requestOf(2, { state: { tokenBalance: units(30_000_000n) } });
    const refused = await operations.signNext(request, sign(2), LEASE_MS);
    expect(refused).toEqual({ kind: 'insufficient-funds', of: 'token', available: 5_000_000n });
    expect(await operations.findByKey(detailsOf(2).userId, 'key-2')).toBeNull();
    expect((await signOne(operations, 3)).operation.signing.nonce).toBe(1);
  });

  test('a payment whose fee exceeds the available balance is refused', async () => {
    const { operations } = repository();
    await signOne(operations, 1, { nativeBalance: units(7_999n) });
    const request = requestOf(2, { state: { nativeBalance: units(7_999n) } });
    const refused = await operations.signNext(request, sign(2), LEASE_MS);
    expect(refused).toEqual({ kind: 'insufficient-funds', of: 'fee', available: 3_999n });
  });

  test('when signing fails nothing is stored and the nonce is free', async () => {
    const { operations } = repository();
    const failing = () => Promise.reject(new Error('no key'));
    await expect(operations.signNext(requestOf(1), failing, LEASE_MS)).rejects.toThrow('no key');
    expect(await operations.findByKey(detailsOf(1).userId, 'key-1')).toBeNull();
    expect((await signOne(operations, 2)).operation.signing.nonce).toBe(0);
  });

  test('nothing is signed or stored for a user who was removed', async () => {
    const { operations, removeUser } = repository();
    const { userId } = detailsOf(1);
    await removeUser(userId);
    const outcome = await operations.signNext(
      requestOf(1),
      () => Promise.reject(new Error('signed')),
      LEASE_MS,
    );
    expect(outcome).toEqual({ kind: 'user-removed' });
    expect(await operations.findByKey(userId, 'key-1')).toBeNull();
  });
}

function describeRaces(repository: () => EmptyRepository): void {
  test('50 parallel payments of 60 % of the balance: exactly one is accepted', async () => {
    const { operations } = repository();
    const state = { tokenBalance: units(100n) };
    const kinds = await signAll(50, (n) =>
      operations.signNext(
        requestOf(n, { details: detailsOf(n, { amount: units(60n) }), state }),
        sign(n),
        LEASE_MS,
      ),
    );
    expect(kinds).toEqual({ signed: 1, 'insufficient-funds': 49 });
  });

  test('200 parallel payments of one unit: 200 consecutive nonces', async () => {
    const { operations } = repository();
    const nonces: number[] = [];
    const kinds = await signAll(200, (n) =>
      operations.signNext(
        requestOf(n, { details: detailsOf(n, { amount: units(1n) }) }),
        (nonce) => {
          nonces.push(nonce);
          return sign(n)(nonce);
        },
        LEASE_MS,
      ),
    );
    expect(kinds).toEqual({ signed: 200 });
    expect(nonces.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  test('100 parallel payments with one key: one is signed and all others get that one', async () => {
    const { operations } = repository();
    const kinds = await signAll(100, (n) =>
      operations.signNext(requestOf(n, { idempotencyKey: 'one' }), sign(n), LEASE_MS),
    );
    expect(kinds).toEqual({ signed: 1, exists: 99 });
  });

  test('one key on two accounts at the same time is one payment', async () => {
    const { operations } = repository();
    const kinds = await signAll(2, (n) =>
      operations.signNext(
        requestOf(n, {
          details: detailsOf(n, { account: n === 0 ? ALICE : BOB }),
          idempotencyKey: 'one',
        }),
        async (nonce) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          return sign(n)(nonce);
        },
        LEASE_MS,
      ),
    );
    expect(kinds).toEqual({ signed: 1, exists: 1 });
  });
}

function describeClaims(repository: () => EmptyRepository): void {
  test('a payment belongs to its request until the lease ends, then to one worker at a time', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    expect(await claimAt(operations, LEASE_MS - 1)).toEqual([]);
    const [claim] = await claimAt(operations, LEASE_MS);
    expect(claim?.operation.id).toBe(uuidOf(1));
    expect(await claimAt(operations, LEASE_MS)).toEqual([]);
  });

  test('two workers never claim the same payment', async () => {
    const { operations } = repository();
    for (let n = 1; n <= 6; n += 1) await signOne(operations, n);
    const claims = await Promise.all([1, 2, 3].map(() => claimAt(operations, LEASE_MS, 2)));
    const ids = claims.flat().map(({ operation }) => operation.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a worker that lost its claim changes nothing and notifies no one', async () => {
    const { operations, notices } = repository();
    await signOne(operations, 1);
    const [old] = await claimAt(operations, LEASE_MS);
    const [current] = await claimAt(operations, 2 * LEASE_MS);
    const stored = await recordNext(operations, old, (operation) =>
      transition(operation, NONCE_TAKEN),
    );
    expect([...stored]).toEqual([]);
    expect(await notices()).toEqual([]);
    const found = await operations.find(detailsOf(1).userId, uuidOf(1));
    expect(found?.operation.status).toBe('signed');
    expect([...(await recordNext(operations, current, (o) => transition(o, tried)))]).toEqual([
      uuidOf(1),
    ]);
  });

  test('an end is stored with its notice, once, and is never claimed again', async () => {
    const { operations, notices } = repository();
    await signOne(operations, 1);
    const [claim] = await claimAt(operations, LEASE_MS);
    await recordNext(operations, claim, confirm);
    await recordNext(operations, claim, confirm);
    expect(await notices()).toEqual([
      { topic: 'operation-confirmed', userId: detailsOf(1).userId, operationId: uuidOf(1) },
    ]);
    expect(await claimAt(operations, 9 * LEASE_MS)).toEqual([]);
  });

  test('what the token recorded as arrived is stored with the inclusion', async () => {
    const { operations, notices } = repository();
    await signOne(operations, 1);
    await signOne(operations, 2);
    const [kept, nothing] = await claimAt(operations, LEASE_MS);
    await recordNext(operations, kept, arrive(24_500_000n));
    await recordNext(operations, nothing, arrive(0n));
    const { userId } = detailsOf(1);
    const found = async (number: number) =>
      (await operations.find(userId, uuidOf(number)))?.operation;
    expect(await found(1)).toMatchObject({
      status: 'confirmed',
      inclusion: { isSuccess: true, arrived: 24_500_000n },
    });
    expect(await found(2)).toMatchObject({
      status: 'reverted',
      inclusion: { isSuccess: true, arrived: 0n },
    });
    expect((await notices()).map(({ topic }) => topic)).toEqual([
      'operation-confirmed',
      'operation-reverted',
    ]);
  });

  test('a replaced operation is checked for a day, without a second notice, and can still be confirmed', async () => {
    const { operations, notices } = repository();
    await signOne(operations, 1);
    const [claim] = await claimAt(operations, LEASE_MS);
    await recordNext(operations, claim, (operation) => transition(operation, NONCE_TAKEN));
    const [replaced] = await claimAt(operations, 2 * LEASE_MS);
    expect(replaced?.operation.status).toBe('replaced');
    await recordNext(operations, replaced, (operation) => operation);
    expect(await claimAt(operations, RECHECK_REPLACED_FOR_MS)).toEqual([]);
    const [again] = await claimAt(operations, RECHECK_REPLACED_FOR_MS - 1);
    const recovered = { now: START, leaseMs: LEASE_MS, limit: 9, afterId: null };
    expect(await operations.claimOpen(recovered)).toEqual([]);
    await recordNext(operations, again, confirm);
    const { userId } = detailsOf(1);
    const found = await operations.find(userId, uuidOf(1));
    expect(found?.operation).toMatchObject({ status: 'confirmed' });
    expect((await notices()).map(({ topic }) => topic)).toEqual([
      'operation-replaced',
      'operation-confirmed',
    ]);
  });

  test('recovery claims every open payment page by page, due or not', async () => {
    const { operations } = repository();
    for (let n = 1; n <= 5; n += 1) await signOne(operations, n);
    const batch = { now: START, leaseMs: LEASE_MS, limit: 3 };
    const first = await operations.claimOpen({ ...batch, afterId: null });
    const last = first.at(-1)?.operation.id ?? '';
    const second = await operations.claimOpen({ ...batch, afterId: last });
    expect([...first, ...second].map(({ operation }) => operation.id)).toEqual(
      [1, 2, 3, 4, 5].map(uuidOf),
    );
  });
}

function describeRequests(repository: () => EmptyRepository): void {
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

function describeReading(repository: () => EmptyRepository): void {
  test.each([
    ['broadcast', (o) => transition(o, tried)],
    ['mined', (o) => transition(transition(o, tried), minedEvent())],
    ['confirmed', (o) => confirm(transition(o, tried))],
    ['replaced', (o) => transition(o, NONCE_TAKEN)],
  ] satisfies [string, (operation: SignedOperation) => SignedOperation][])(
    'a payment that is %s is read as it was stored',
    async (status, change) => {
      const { operations } = repository();
      await signOne(operations, 1);
      const [claim] = await claimAt(operations, LEASE_MS);
      if (claim === undefined) throw new Error('Nothing was claimed.');
      const next = change(claim.operation);
      await recordNext(operations, claim, () => next);
      const found = await operations.find(detailsOf(1).userId, uuidOf(1));
      expect(found?.operation).toEqual(next);
      expect(found?.operation.status).toBe(status);
    },
  );

  test('the payment of another user, an unknown one and an invalid id are all not found', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    expect(await operations.find(uuidOf(0xb0b), uuidOf(1))).toBeNull();
    expect(await operations.find(detailsOf(1).userId, uuidOf(2))).toBeNull();
    for (const id of ['', '../', "1' or '1'='1", 'constructor', '9'.repeat(10_000)]) {
      expect(await operations.find(detailsOf(1).userId, id)).toBeNull();
    }
  });

  test('open payments are listed newest first, with the heads of their chain', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    await signOne(operations, 2);
    const heads = { latestBlock: 90n, finalizedBlock: 26n };
    await operations.saveHeads(USDC.chainId, heads, START);
    const open = await operations.listOpen(detailsOf(1).userId);
    expect(open.map(({ operation }) => operation.id)).toEqual([uuidOf(2), uuidOf(1)]);
    expect(open[0]?.heads).toEqual(heads);
    expect(await operations.countOpen()).toEqual(new Map([['signed', 2]]));
  });

  test('open payments reserve amount and fee; mined ones only for balances read before', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    const open = await operations.holds(ALICE, START);
    expect(heldUnits(open, USDC.id, 100n)).toBe(25_000_000n);
    expect(heldUnits(open, POL.id, 100n)).toBe(4_000n);
    const [claim] = await claimAt(operations, LEASE_MS);
    await recordNext(operations, claim, confirm);
    const mined = await operations.holds(ALICE, new Date(START.getTime() - 1));
    const { blockNumber } = buildInclusion();
    expect(heldUnits(mined, USDC.id, blockNumber - 1n)).toBe(25_000_000n);
    expect(heldUnits(mined, POL.id, blockNumber - 1n)).toBe(4_000n);
    expect(heldUnits(mined, USDC.id, blockNumber)).toBe(0n);
    expect(heldUnits(mined, POL.id, blockNumber)).toBe(0n);
    expect(await operations.holds(ALICE, START)).toEqual([]);
    expect(await operations.holds(BOB, START)).toEqual([]);
  });

  test('a shield gets two nonces in a row, and both ladders are read back', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    const claim = await shieldOne(operations, 2);
    expect(claim.operation.signing).toMatchObject({ nonce: 2, approval: { nonce: 1 } });
    await signOne(operations, 3);
    const stored = await operations.find(detailsOf(2).userId, detailsOf(2).id);
    expect(stored?.operation).toEqual(claim.operation);
    const [next] = await operations.claimOpen({
      now: START,
      leaseMs: 0,
      limit: 9,
      afterId: uuidOf(2),
    });
    expect(next?.operation.signing.nonce).toBe(3);
  });

  test('an approval with a reset gets three rising nonces, and all ladders are read back', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    const claim = await shieldOne(operations, 2, { needsReset: true });
    expect(claim.operation.signing).toMatchObject({
      nonce: 3,
      approval: { nonce: 2, reset: { nonce: 1 } },
    });
    const next = await signOne(operations, 3);
    expect(next.operation.signing.nonce).toBe(4);
    const stored = await operations.find(detailsOf(2).userId, detailsOf(2).id);
    expect(stored?.operation).toEqual(claim.operation);
  });

  test('the inclusion of the approval is stored until its block disappears', async () => {
    const { operations } = repository();
    const claim = await shieldOne(operations, 1);
    const inclusion = buildInclusion({ transactionHash: hashOf(2_000) });
    const approved = transition(claim.operation, { type: 'approval-seen', inclusion });
    await operations.record([{ claim, next: approved, dueAt: START }]);
    const stored = await operations.findByKey(detailsOf(1).userId, 'key-1');
    expect(stored?.operation).toEqual(approved);
    const reopened = transition(approved, { type: 'approval-seen', inclusion: null });
    await operations.record([{ claim, next: reopened, dueAt: START }]);
    expect((await operations.findByKey(detailsOf(1).userId, 'key-1'))?.operation).toEqual(reopened);
  });

  test('a shield adds no recipient', async () => {
    const { operations } = repository();
    await shieldOne(operations, 1);
    expect(await operations.recipients(detailsOf(1).userId)).toEqual([]);
  });

  test('everyone who was paid is a recipient, once', async () => {
    const { operations } = repository();
    await signOne(operations, 1);
    await signOne(operations, 2);
    expect(await operations.recipients(detailsOf(1).userId)).toEqual([BOB]);
    expect(await operations.recipients(uuidOf(0xb0b))).toEqual([]);
  });
}

function units(value: bigint): BaseUnits {
  return toBaseUnits(value);
}

function detailsOf(n: number, more: Partial<OperationDetails> = {}): OperationDetails {
  const createdAt = new Date(START.getTime() + n);
  return buildDetails({ id: uuidOf(n), createdAt, ...more });
}

function requestOf(
  n: number,
  more: {
    readonly details?: OperationDetails;
    readonly idempotencyKey?: string;
    readonly needsApproval?: boolean;
    readonly state?: Partial<SigningRequest['chainState']>;
  } = {},
): SigningRequest {
  return {
    details: more.details ?? detailsOf(n),
    idempotencyKey: more.idempotencyKey ?? `key-${n}`,
    fingerprint: `payment ${n}`,
    needsApproval: more.needsApproval ?? false,
    chainState: {
      readAt: START,
      blockNumber: 0n,
      tokenBalance: units(10n ** 12n),
      nativeBalance: units(10n ** 12n),
      transactionCount: 0,
      ...more.state,
    },
  };
}

function sign(n: number): (nonce: number) => Promise<Signing> {
  return (nonce) => Promise.resolve(buildSigning(nonce, 1_000 + n * 10));
}

async function shieldOne(
  operations: Operations,
  n: number,
  more: Pick<SigningRequest, 'needsReset'> = {},
): Promise<ClaimedOperation> {
  const createdAt = new Date(START.getTime() + n);
  const details = buildShield({ id: uuidOf(n), createdAt });
  const request = { ...requestOf(n, { details, needsApproval: true }), ...more };
  const outcome = await operations.signNext(
    request,
    (nonce, approvalNonce, resetNonce) => {
      if (approvalNonce === null) throw new Error('A shield of a token needs two nonces.');
      return Promise.resolve({
        ...buildSigning(nonce, 3_000),
        approval: {
          ...buildSignedNonce(approvalNonce, 2_000),
          ...(resetNonce !== null && { reset: buildSignedNonce(resetNonce, 4_000) }),
        },
      });
    },
    LEASE_MS,
  );
  if (outcome.kind !== 'signed') throw new Error(`Shield ${n} was not signed: ${outcome.kind}`);
  return outcome.claim;
}

async function signOne(
  operations: Operations,
  n: number,
  state: Partial<SigningRequest['chainState']> = {},
): Promise<ClaimedOperation> {
  const outcome = await operations.signNext(requestOf(n, { state }), sign(n), LEASE_MS);
  if (outcome.kind !== 'signed') throw new Error(`Payment ${n} was not signed: ${outcome.kind}`);
  return outcome.claim;
}

async function signAll(
  count: number,
  signNth: (n: number) => ReturnType<Operations['signNext']>,
): Promise<Record<string, number>> {
  const outcomes = await Promise.all(Array.from({ length: count }, (_, n) => signNth(n)));
  const kinds: Record<string, number> = {};
  for (const { kind } of outcomes) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

function claimAt(
  operations: Operations,
  ms: number,
  limit = 100,
): Promise<readonly ClaimedOperation[]> {
  return operations.claimDue({ now: new Date(START.getTime() + ms), leaseMs: LEASE_MS, limit });
}

function minedEvent() {
  const inclusion = buildInclusion({ transactionHash: sign1Hash });
  return { type: 'mined', inclusion } as const;
}

const sign1Hash = buildSigning(0, 1_010).ladder[0]?.hash ?? buildInclusion().transactionHash;

function confirm(operation: SignedOperation): SignedOperation {
  return transition(transition(operation, minedEvent()), { type: 'finalized', at: START });
}

/** The payment is final, and its token recorded this much for the recipient. */
function arrive(units: bigint): (operation: SignedOperation) => SignedOperation {
  return (operation) => {
    const transactionHash = operation.signing.ladder[0]?.hash ?? hashOf(0);
    const inclusion = buildInclusion({ transactionHash, arrived: toBaseUnits(units) });
    const mined = transition(operation, { type: 'mined', inclusion });
    return transition(mined, { type: 'finalized', at: START });
  };
}

function recordNext(
  operations: Operations,
  claim: ClaimedOperation | undefined,
  change: (operation: SignedOperation) => SignedOperation,
): Promise<ReadonlySet<string>> {
  if (claim === undefined) throw new Error('Nothing was claimed.');
  return operations.record([{ claim, next: change(claim.operation), dueAt: START }]);
}
