import { privateAddressKeys } from '#pool/addresses';
import { boundParamsHash } from '#pool/hashes';
import type { ViewingKeys } from '#pool/keys';
import { bindingOfPlan } from './binding.ts';
import { checkOutputs } from './check-outputs.ts';
import type { CheckedPayment } from './checked-payment.ts';
import type { PrivateCheck } from './checks.ts';
import type { PoolContracts, PrivateConfirmation } from './confirmation.ts';
import { notesOf, type PlannedPart, type PrivatePlan } from './plan.ts';

/** A plan that does exactly what was confirmed. Only `checkPrivatePlan` makes one. */
export type CheckedPrivatePlan = PrivatePlan & { readonly [checked]: true };
declare const checked: unique symbol;

export type PrivatePlanCheck =
  | { readonly ok: true; readonly plan: CheckedPrivatePlan }
  | { readonly ok: false; readonly check: PrivateCheck };

/** What whoever checks knows, whatever the plan says. */
export interface Trusted {
  /** Of the wallet that pays. */
  readonly keys: ViewingKeys;
  readonly contracts: PoolContracts;
}

/** RAILGUN's circuits have no room for more. */
const MOST_NOTES = 14;
const MOST_PARTS = 32;
const TO_NAMED = 1;
const TO_NO_ONE = 0;

/**
 * Checks that a plan does what was confirmed and nothing else, that all of its notes can be found by who they are for,
 * and that none of its parts is valid without the others. What a note that it spends is worth is not checked: the pool
 * accepts no proof with more or less on one side, and all that isn't paid returns to the wallet.
 * @returns the plan, to be signed, or which check it doesn't pass
 */
export async function checkPrivatePlan(
  plan: PrivatePlan,
  confirmation: PrivateConfirmation,
  trusted: Trusted,
): Promise<PrivatePlanCheck> {
  const check = await findMismatch(plan, confirmation, trusted);
  return check === null ? { ok: true, plan: plan as CheckedPrivatePlan } : { ok: false, check };
}

async function findMismatch(
  plan: PrivatePlan,
  confirmation: PrivateConfirmation,
  { keys, contracts }: Trusted,
): Promise<PrivateCheck | null> {
  const { parts } = plan;
  if (parts.length === 0 || parts.length > MOST_PARTS) return 'parts';
  const payment = paymentOf(confirmation, keys, contracts);
  if (payment === null) return 'recipient';
  for (const part of parts) {
    const check = checkPart(part, payment) ?? (await checkOutputs(part, payment));
    if (check !== null) return check;
  }
  const notes = notesOf(plan);
  return (
    checkTotals(parts, confirmation) ??
    (new Set(notes).size < notes.length ? 'notes' : null) ??
    (isBound(plan, confirmation, contracts) ? null : 'binding') ??
    (parts.every(isConsistent) ? null : 'bound-params')
  );
}

/** @returns null when no one can be paid like this */
function paymentOf(
  confirmation: PrivateConfirmation,
  keys: ViewingKeys,
  { relayAdapt }: PoolContracts,
): CheckedPayment | null {
  const { kind, recipient, chainId } = confirmation;
  if (kind === 'transfer') {
    const recipientKeys = privateAddressKeys(recipient, chainId);
    return recipientKeys && { confirmation, keys, recipientKeys, unshieldsTo: null };
  }
  if (!/^0x[0-9a-f]{40}$/i.test(recipient) || BigInt(recipient) === 0n) return null;
  const unshieldsTo = kind === 'unshield-native' ? relayAdapt : recipient;
  return { confirmation, keys, recipientKeys: null, unshieldsTo: unshieldsTo.toLowerCase() };
}

/** What a part is bound to, and how it is made up. */
function checkPart(part: PlannedPart, { confirmation }: CheckedPayment): PrivateCheck | null {
  const { boundParams, outputs, publicInputs } = part;
  const { nullifiers, commitments } = publicInputs;
  const unshields = outputs.filter(({ role }) => role === 'unshield').length;
  if (boundParams.chainId !== confirmation.chainId) return 'network';
  if (boundParams.unshield !== (unshields > 0 ? TO_NAMED : TO_NO_ONE)) return 'unshield-type';
  if (boundParams.minGasPrice > (confirmation.fee?.mostPerGas ?? 0n)) return 'gas-price';
  if (nullifiers.length === 0) return 'notes';
  const notes = outputs.length - unshields;
  const isComplete =
    nullifiers.length + commitments.length <= MOST_NOTES &&
    commitments.length === outputs.length &&
    boundParams.commitmentCiphertext.length === notes &&
    outputs.slice(0, notes).every(({ role }) => role !== 'unshield') &&
    unshields <= 1 &&
    outputs.filter(({ role }) => role === 'change').length <= 1 &&
    outputs.some(({ role }) => role !== 'change');
  return isComplete ? null : 'outputs';
}

function checkTotals(
  parts: readonly PlannedPart[],
  { amount, fee }: PrivateConfirmation,
): PrivateCheck | null {
  const paid = totalOf(parts, ['payment', 'unshield']);
  if (paid !== amount) return 'amount';
  return totalOf(parts, ['fee']) > (fee?.most ?? 0n) ? 'fee' : null;
}

function totalOf(parts: readonly PlannedPart[], roles: readonly string[]): bigint {
  const outputs = parts.flatMap((part) => part.outputs);
  return outputs
    .filter(({ role }) => roles.includes(role))
    .reduce((total, { value }) => total + value, 0n);
}

function isBound(
  plan: PrivatePlan,
  confirmation: PrivateConfirmation,
  contracts: PoolContracts,
): boolean {
  const binding = bindingOfPlan(plan, confirmation, contracts);
  return plan.parts.every(
    ({ boundParams }) =>
      boundParams.adaptContract === binding?.adaptContract &&
      boundParams.adaptParams === binding.adaptParams,
  );
}

function isConsistent({ boundParams, publicInputs }: PlannedPart): boolean {
  return boundParamsHash(boundParams) === publicInputs.boundParamsHash;
}
