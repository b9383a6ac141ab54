import type { PrivateAddress, PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import {
  type Inclusion,
  type Operation,
  type OperationDetails,
  type Rung,
  type SignedNonce,
  type SignedOperation,
  type Signing,
  startOperation,
} from '#domain/operation/operation';
import type { OperationEvent } from '#domain/operation/operation-event';
import { transition } from '#domain/operation/transition';
import { ALICE, BOB, POL, USDC } from './network.ts';

/** The account that submits private transactions in tests. */
export const BROADCASTER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as PublicAddress;

/** The time at which tests begin. */
export const START = new Date('2026-01-02T03:04:05.000Z');

/** @returns a hash that is the number in hex. */
export function hashOf(number: number): TransactionHash {
  return `0x${number.toString(16).padStart(64, '0')}` as TransactionHash;
}

/** @returns a UUID that is the number in hex. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** @returns the details of a payment of 25 USDC from alice to bob. */
export function buildDetails(more: Partial<OperationDetails> = {}): OperationDetails {
  return {
    id: uuidOf(1),
    userId: uuidOf(0xa11ce),
    kind: 'send',
    chainId: USDC.chainId,
    account: ALICE,
    recipient: BOB,
    tokenId: USDC.id,
    amount: toBaseUnits(25_000_000n),
    feeTokenId: POL.id,
    estimatedFee: toBaseUnits(1_000n),
    feeCeiling: toBaseUnits(4_000n),
    pool: null,
    createdAt: START,
    ...more,
  };
}

/** @returns signatures of three rungs whose hashes begin at `firstHash`, and of a cancellation at `firstHash` + 8. */
export function buildSigning(nonce = 0, firstHash = 100 + nonce * 10): Signing {
  return { ...buildSignedNonce(nonce, firstHash), approval: null, signedAt: START };
}

/** @returns three rungs whose hashes begin at `firstHash`, and a cancellation at `firstHash` + 8. */
export function buildSignedNonce(nonce: number, firstHash: number): SignedNonce {
  const ladder = [0, 1, 2].map((rung) => buildRung(firstHash + rung));
  return { nonce, ladder, cancellation: buildRung(firstHash + 8) };
}

function buildRung(hash: number): Rung {
  return { raw: `0x${hash.toString(16).padStart(4, '0')}`, hash: hashOf(hash) };
}

/**
 * @returns signatures of a shield whose approval has the nonce before and hashes from `firstHash` + 5; that of its
 *   cancellation is `firstHash` + 9.
 */
export function buildSigningWithApproval(nonce = 1, firstHash = 100): Signing {
  const { ladder } = buildSignedNonce(nonce - 1, firstHash + 5);
  const cancellation = buildRung(firstHash + 9);
  return {
    ...buildSigning(nonce, firstHash),
    approval: { nonce: nonce - 1, ladder, cancellation },
  };
}

/** Alice's private address in tests. */
const ALICE_PRIVATE = '0zk1alice' as PrivateAddress;

/** @returns the details of a shield of 25 USDC by alice; the pool takes a fee. */
export function buildShield(more: Partial<OperationDetails> = {}): OperationDetails {
  const poolFee = toBaseUnits(62_500n);
  return buildDetails({
    kind: 'shield',
    recipient: ALICE_PRIVATE,
    pool: { privateAddress: ALICE_PRIVATE, poolFee, broadcasterFee: null },
    ...more,
  });
}

/** @returns the details of an unshield of 25 USDC from alice to bob; another account sends it. */
export function buildPrivateTransaction(more: Partial<OperationDetails> = {}): OperationDetails {
  const poolFee = toBaseUnits(62_500n);
  return buildDetails({
    kind: 'unshield',
    account: BROADCASTER,
    pool: { privateAddress: ALICE_PRIVATE, poolFee, broadcasterFee: null },
    ...more,
  });
}

/** @returns a payment that was just signed. */
export function buildSigned(
  more: Partial<OperationDetails> = {},
  signing: Signing = buildSigning(),
): SignedOperation {
  const prepared: Operation = transition(startOperation(buildDetails(more)), { type: 'prepared' });
  return transition(prepared, { type: 'signed', signing });
}

/** @returns what a private payment is re-priced with: a rung with the hash `firstHash`, a cancellation at `firstHash` + 8. */
export function buildRepricing(firstHash = 500): Extract<OperationEvent, { type: 'repriced' }> {
  return {
    type: 'repriced',
    rung: buildRung(firstHash),
    cancellation: buildRung(firstHash + 8),
    fees: { estimatedFee: toBaseUnits(3_000n), feeCeiling: toBaseUnits(9_000n) },
    at: START,
  };
}

/** @returns a private payment that a node has, and of which every rung was tried. */
export function buildTriedPrivateTransaction(
  more: Partial<OperationDetails> = {},
): SignedOperation {
  const signed = buildSigned(buildPrivateTransaction(more));
  return signed.signing.ladder.reduce<SignedOperation>(
    (operation, _rung, rung) =>
      transition(operation, { type: 'tried', rung, at: START, isAccepted: true }),
    signed,
  );
}

/** @returns where the cheapest rung of `buildSigning()` was mined. */
export function buildInclusion(more: Partial<Inclusion> = {}): Inclusion {
  return {
    transactionHash: hashOf(100),
    blockNumber: 10n,
    blockHash: 'block-10',
    isSuccess: true,
    arrived: null,
    feePaid: toBaseUnits(900n),
    minedAt: START,
    ...more,
  };
}

/** What happens to a payment whose nonce another transaction used. */
export const NONCE_TAKEN = {
  type: 'nonce-taken',
  by: { transactionHash: hashOf(900), blockNumber: 12n, blockHash: 'block-12' },
  at: START,
} as const;

/** What happens to a private payment when a final block has a copy of it. */
export const PAID_BY_COPY = {
  type: 'paid-by-copy',
  copy: { transactionHash: hashOf(700), blockNumber: 11n, blockHash: 'block-11' },
  at: START,
} as const;

/** What happens to a private payment when a final block has only one of its proofs. */
export const PAID_IN_PART = {
  type: 'paid-in-part',
  part: { transactionHash: hashOf(710), blockNumber: 11n, blockHash: 'block-11' },
  at: START,
} as const;

/** What happens to a payment of `buildSigning()` whose nonce its own cancellation used. */
export const CANCELLED = {
  ...NONCE_TAKEN,
  by: { ...NONCE_TAKEN.by, transactionHash: hashOf(108) },
} as const;
