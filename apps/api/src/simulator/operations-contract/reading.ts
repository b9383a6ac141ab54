import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { heldUnits } from '#domain/operation/holds';
import type { OperationDetails, SignedOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { ALICE, BOB, POL, USDC } from '#testing/network';
import {
  buildInclusion,
  hashOf,
  NONCE_TAKEN,
  PAID_BY_COPY,
  START,
  uuidOf,
} from '#testing/operation';
import type { Operations } from '../../ports/operations.ts';
import {
  arrive,
  claimAt,
  confirm,
  detailsOf,
  type EmptyRepository,
  LEASE_MS,
  minedEvent,
  recordNext,
  requestOf,
  shieldOne,
  sign,
  signOne,
  tried,
} from './steps.ts';

const PAYER = { userId: detailsOf(1).userId, publicAddress: ALICE, privateAddress: '0zkalice' };
const CAROL = '0x90F79bf6EB2c4f870365E785982E1f101E93b906' as PublicAddress;
const DAN = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' as PublicAddress;

async function pay(
  operations: Operations,
  n: number,
  more: Partial<OperationDetails>,
): Promise<void> {
  const request = requestOf(n, { details: detailsOf(n, more) });
  expect((await operations.signNext(request, sign(n), LEASE_MS)).kind).toBe('signed');
}

export function describeReading(repository: () => EmptyRepository): void {
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

  test('paid recipients are counted, most recently paid first', async () => {
    const { operations } = repository();
    await pay(operations, 1, { recipient: BOB });
    await pay(operations, 2, { recipient: CAROL });
    await pay(operations, 3, { recipient: BOB });
    await shieldOne(operations, 4);
    await pay(operations, 5, { kind: 'swap', recipient: DAN });
    await pay(operations, 6, { userId: uuidOf(0xb0b), recipient: DAN });
    const createdAt = (n: number) => new Date(START.getTime() + n);
    const bob = { address: BOB, payments: 2, lastPaidAt: createdAt(3) };
    const carol = { address: CAROL, payments: 1, lastPaidAt: createdAt(2) };
    expect(await operations.paidRecipients(PAYER, 9)).toEqual([bob, carol]);
    expect(await operations.paidRecipients(PAYER, 1)).toEqual([bob]);
    expect(await operations.paidRecipients({ ...PAYER, userId: uuidOf(3) }, 9)).toEqual([]);
  });

  test('one’s own addresses are no paid recipients, in any capitals', async () => {
    const { operations } = repository();
    await pay(operations, 1, { recipient: BOB });
    for (const publicAddress of [BOB, BOB.toLowerCase()]) {
      expect(await operations.paidRecipients({ ...PAYER, publicAddress }, 9)).toEqual([]);
    }
    for (const privateAddress of [BOB, BOB.toLowerCase()]) {
      expect(await operations.paidRecipients({ ...PAYER, privateAddress }, 9)).toEqual([]);
    }
  });

  test.each([
    ['broadcast', 1, (o) => transition(o, tried)],
    ['mined', 1, (o) => transition(transition(o, tried), minedEvent())],
    ['confirmed', 1, (o) => confirm(transition(o, tried))],
    ['reverted', 0, arrive(0n)],
    ['replaced', 0, (o) => transition(o, NONCE_TAKEN)],
  ] satisfies [string, number, (operation: SignedOperation) => SignedOperation][])(
    'a payment that is %s makes %i paid recipients',
    async (status, count, change) => {
      const { operations } = repository();
      await signOne(operations, 1);
      const [claim] = await claimAt(operations, LEASE_MS);
      await recordNext(operations, claim, change);
      const found = await operations.find(detailsOf(1).userId, uuidOf(1));
      expect(found?.operation.status).toBe(status);
      expect(await operations.paidRecipients(PAYER, 9)).toHaveLength(count);
    },
  );

  test('a transaction is known as that of the operation it was signed for', async () => {
    const { operations } = repository();
    const first = (await signOne(operations, 1)).operation;
    const second = (await signOne(operations, 2)).operation;
    const { ladder, cancellation } = second.signing;
    for (const { hash } of [...ladder, ...(cancellation === null ? [] : [cancellation])]) {
      expect(await operations.isOfAnother(first, hash)).toBe(true);
      expect(await operations.isOfAnother(second, hash)).toBe(false);
    }
    expect(await operations.isOfAnother(first, hashOf(999))).toBe(false);
  });

  test('a copy that paid one operation is not taken for a copy of another one of its user', async () => {
    const { operations } = repository();
    const details = detailsOf(1, { kind: 'unshield' });
    const outcome = await operations.signNext(requestOf(1, { details }), sign(1), LEASE_MS);
    if (outcome.kind !== 'signed') throw new Error(`It was not signed: ${outcome.kind}`);
    const { claim } = outcome;
    const { operation } = claim;
    const other = (await signOne(operations, 2)).operation;
    const next = transition(operation, PAID_BY_COPY) as SignedOperation;
    await operations.record([{ claim, next, dueAt: START }]);
    expect(await operations.isOfAnother(other, PAID_BY_COPY.copy.transactionHash)).toBe(true);
    expect(await operations.isOfAnother(operation, PAID_BY_COPY.copy.transactionHash)).toBe(false);
    expect(
      await operations.isOfAnother(
        { ...other, userId: uuidOf(0xb0b) },
        PAID_BY_COPY.copy.transactionHash,
      ),
    ).toBe(false);
  });
}
