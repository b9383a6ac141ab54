import { createHash } from 'node:crypto';
import type { PublicInputs } from '#pool/hashes';
import type { PublicSpendingKey } from '#pool/spending-key';
import type { PrivatePlan } from '#signing/private/plan';
import type { SignOperationPorts } from '../../modules/wallet/sign-operation.ts';

const SIGNATURE_DIGITS = 192;

/** @returns the key that the notes of a simulated user need, whose id is a number */
export function spendingKeyOf(userId: string): PublicSpendingKey {
  return [BigInt(userId), 1n];
}

/**
 * Signs as the holder of a key. Anyone could: real signatures would take most of the time of a run.
 * @returns a signature of each part, in order, each 96 bytes as 0x and hex
 */
export function signSimulatedPlan(
  { parts }: PrivatePlan,
  publicKey: PublicSpendingKey,
): readonly string[] {
  return parts.map(({ publicInputs }) => signPart(publicInputs, publicKey));
}

/** Reads what `signSimulatedPlan` returns as the real function reads signatures. */
export const readSimulatedSignatures: NonNullable<SignOperationPorts['readPrivateSignatures']> = (
  plan,
  signatures,
  publicKey,
) => {
  const expected = signSimulatedPlan(plan, publicKey);
  return expected.join() === signatures.join() ? [] : null;
};

/** @returns a text that differs for any other part */
export function nameOfPart({ boundParamsHash, nullifiers, commitments }: PublicInputs): string {
  return [boundParamsHash, nullifiers.join(), commitments.join()].join(' ');
}

function signPart(inputs: PublicInputs, publicKey: PublicSpendingKey): string {
  const digest = createHash('sha256').update(`${publicKey.join()} ${nameOfPart(inputs)}`);
  return `0x${digest.digest('hex').padStart(SIGNATURE_DIGITS, '0')}`;
}
