import type { RailgunTransactionRequestV2 } from '@railgun-community/engine';
import type { PrivatePlan } from '#signing/private/plan';
import { readPrivatePlan, writePrivatePlan } from '#signing/private/plan-json';
import type { PrivateTransaction } from './private-transaction-calls.ts';

/** What a proof needs and no one else may know. */
export type PrivateInputs = RailgunTransactionRequestV2['privateInputs'];

/** A private payment whose notes are chosen: all that its proofs need but the signatures. */
export interface StoredPlan {
  /** Everything that is signed, and that whoever signs has to see. */
  readonly toSign: PrivatePlan;
  /** Of each part. */
  readonly privateInputs: readonly PrivateInputs[];
  readonly kind: PrivateTransaction['kind'];
  /** Where the native coin goes to, or whom the notes are for. */
  readonly recipient: string;
  /** What the call would use, units of gas. */
  readonly gas: bigint;
  /** Null when the broadcaster charges nothing. */
  readonly broadcasterFee: bigint | null;
}

const BIGINT = /^-?\d+n$/;

/** @returns the plan as text, which is all that proving it needs. It says what the wallet's notes are worth: seal it. */
export function writeStoredPlan(stored: StoredPlan): string {
  const { toSign, privateInputs, kind, recipient, gas, broadcasterFee } = stored;
  const rest = { privateInputs, kind, recipient, gas, broadcasterFee };
  const plan = { ...rest, toSign: writePrivatePlan(toSign) };
  return JSON.stringify(plan, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** Throws for a text that `writeStoredPlan` didn't write. */
export function readStoredPlan(text: string): StoredPlan {
  const { toSign, ...rest } = JSON.parse(text, (_, value) =>
    typeof value === 'string' && BIGINT.test(value) ? BigInt(value.slice(0, -1)) : value,
  );
  const plan = readPrivatePlan(toSign);
  if (plan === null || plan.parts.length !== rest.privateInputs?.length) {
    throw new Error('The stored plan of a private payment is damaged.');
  }
  return { ...rest, toSign: plan };
}
