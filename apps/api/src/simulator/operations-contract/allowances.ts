import { expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { BALANCE_LAG_MS } from '#domain/operation/holds';
import { GAP_AFTER_MS } from '#domain/operation/next-nonce';
import type { OperationDetails } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { ALICE, BOB, KAX, POL } from '#testing/network';
import {
  buildDetails,
  buildInclusion,
  buildShield,
  buildSignedNonce,
  buildSigning,
  hashOf,
  START,
  uuidOf,
} from '#testing/operation';
import type { Operations, SigningRequest } from '../../ports/operations.ts';
import { type EmptyRepository, LEASE_MS } from './steps.ts';

export function describeAllowances(repository: () => EmptyRepository): void {
  test.each([
    ['shields of one token', buildShield],
    ['swaps of one token through one contract', swapOf],
  ])('of two %s at once that count on one allowance, one is signed', async (_what, build) => {
    const { operations } = repository();
    const kinds = await Promise.all(
      [1, 2].map((n) => signed(operations, n, { details: build(numbered(n)) })),
    );
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['allowance-claimed', 'signed']);
  });

  test.each([
    ['another token', swapOf({ tokenId: KAX.id })],
    ['another contract', swapOf({ recipient: ALICE })],
    ['a shield', buildShield()],
    ['a payment', buildDetails()],
  ])('a swap counts on its allowance beside %s', async (_what, other) => {
    const { operations } = repository();
    await signed(operations, 1, { details: { ...other, ...numbered(1) } });
    expect(await signed(operations, 2, { details: swapOf(numbered(2)) })).toMatchObject({
      kind: 'signed',
    });
  });

  test('nothing of the native coin needs an allowance', async () => {
    const { operations } = repository();
    for (const n of [1, 2]) {
      const details = swapOf({ ...numbered(n), tokenId: POL.id });
      expect(await signed(operations, n, { details })).toMatchObject({ kind: 'signed' });
    }
  });

  test('an operation with its own approval is signed beside one that counts on the allowance', async () => {
    const { operations } = repository();
    await signed(operations, 1, { details: swapOf(numbered(1)) });
    const second = await signed(operations, 2, {
      details: swapOf(numbered(2)),
      needsApproval: true,
    });
    expect(second).toMatchObject({
      claim: { operation: { signing: { nonce: 2, approval: { nonce: 1 } } } },
    });
  });

  test('an allowance that was read before a swap used it is not counted on', async () => {
    const { operations } = repository();
    await confirm(operations, 1);
    const at = (ms: number) => new Date(START.getTime() + ms);
    const details = swapOf(numbered(2));
    const soon = await signed(operations, 2, { details, readAt: at(BALANCE_LAG_MS - 1) });
    expect(soon.kind).toBe('allowance-claimed');
    const later = await signed(operations, 2, { details, readAt: at(BALANCE_LAG_MS + 1) });
    expect(later.kind).toBe('signed');
  });

  test('an approval fills no nonce gap below a swap that uses the allowance', async () => {
    const { operations, exportKeys } = repository();
    await exportKeys(buildDetails().userId);
    await signed(operations, 1, { details: swapOf(numbered(1)), transactionCount: 5 });
    const createdAt = new Date(START.getTime() + GAP_AFTER_MS);
    const claiming = {
      details: swapOf({ ...numbered(2), createdAt }),
      needsApproval: true,
      transactionCount: 3,
    };
    expect(await signed(operations, 2, claiming)).toMatchObject({
      claim: { operation: { signing: { nonce: 7, approval: { nonce: 6 } } } },
    });
    const details = buildDetails({ ...numbered(3), createdAt });
    expect(await signed(operations, 3, { details, transactionCount: 3 })).toMatchObject({
      claim: { operation: { signing: { nonce: 3 } } },
    });
  });
}

function swapOf(more: Partial<OperationDetails> = {}): OperationDetails {
  return buildDetails({ kind: 'swap', recipient: BOB, ...more });
}

function numbered(n: number): Pick<OperationDetails, 'id' | 'createdAt'> {
  return { id: uuidOf(n), createdAt: START };
}

interface Wanted extends Partial<Pick<SigningRequest, 'needsApproval'>> {
  readonly details: OperationDetails;
  readonly readAt?: Date;
  readonly transactionCount?: number;
}

function signed(
  operations: Operations,
  n: number,
  { details, needsApproval = false, readAt = START, transactionCount = 0 }: Wanted,
) {
  const plenty = toBaseUnits(10n ** 12n);
  const balances = { tokenBalance: plenty, nativeBalance: plenty, blockNumber: 0n };
  const request = {
    details,
    idempotencyKey: `key-${n}`,
    fingerprint: `payment ${n}`,
    needsApproval,
    chainState: { readAt, transactionCount, ...balances },
  };
  return operations.signNext(
    request,
    async (nonce, approvalNonce) => ({
      ...buildSigning(nonce, 1_000 + n * 20),
      approval: approvalNonce === null ? null : buildSignedNonce(approvalNonce, 2_000 + n * 20),
    }),
    LEASE_MS,
  );
}

/** A swap that counted on the allowance, mined and final at the start. */
async function confirm(operations: Operations, n: number): Promise<void> {
  const outcome = await signed(operations, n, { details: swapOf(numbered(n)) });
  if (outcome.kind !== 'signed') throw new Error(`Swap ${n} was not signed: ${outcome.kind}`);
  const { operation } = outcome.claim;
  const transactionHash = operation.signing.ladder[0]?.hash ?? hashOf(0);
  const inclusion = buildInclusion({ transactionHash, minedAt: START });
  const mined = transition(operation, { type: 'mined', inclusion });
  const next = transition(mined, { type: 'finalized', at: START });
  await operations.record([{ claim: outcome.claim, next, dueAt: START }]);
}
