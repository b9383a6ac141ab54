import { bytesToHex, hexToBytes } from '@noble/curves/utils.js';
import { type AbiValue, encodeAbi, encodeCall, keccakOfHex } from '#pool/abi';
import type { PoolContracts, PrivateConfirmation } from './confirmation.ts';
import type { PrivatePlan } from './plan.ts';

/** Which contract has to send a proof, and with what. */
export interface Binding {
  readonly adaptContract: string;
  /** 32 bytes as 0x and hex. */
  readonly adaptParams: string;
}

/** Whoever sends it, and whatever else they do. */
export const UNBOUND: Binding = {
  adaptContract: `0x${'0'.repeat(40)}`,
  adaptParams: `0x${'0'.repeat(64)}`,
};

/** What binds the parts of a payment to each other. */
export interface BindingOf {
  /** Of each part. */
  readonly nullifiers: readonly (readonly bigint[])[];
  readonly random: string | null;
}

/** True for a payment that is only valid together with what the contract between does. */
export function needsBinding(
  { kind }: Pick<PrivateConfirmation, 'kind'>,
  { parts }: { readonly parts: readonly unknown[] },
): boolean {
  return kind === 'unshield-native' || parts.length > 1;
}

/** @returns the binding of what was confirmed; null without the random bytes for it */
export function bindingOf(
  confirmation: PrivateConfirmation,
  { relayAdapt }: PoolContracts,
  { nullifiers, random }: BindingOf,
): Binding | null {
  if (!needsBinding(confirmation, { parts: nullifiers })) return random === null ? UNBOUND : null;
  if (random === null) return null;
  const isNative = confirmation.kind === 'unshield-native';
  const calls = isNative ? unwrapCalls(confirmation.recipient, BigInt(relayAdapt)) : [];
  const requireSuccess = !isNative || confirmation.fee === null;
  const encoded = encodeAbi([
    { list: nullifiers.map((list) => ({ list })) },
    BigInt(nullifiers.length),
    { tuple: [BigInt(`${random}00`), requireSuccess ? 1n : 0n, 0n, { list: calls }] },
  ]);
  const adaptParams = `0x${bytesToHex(keccakOfHex(encoded))}`;
  return { adaptContract: relayAdapt.toLowerCase(), adaptParams };
}

/** @returns the binding that the plan would need */
export function bindingOfPlan(
  plan: PrivatePlan,
  confirmation: PrivateConfirmation,
  contracts: PoolContracts,
): Binding | null {
  const nullifiers = plan.parts.map(({ publicInputs }) => publicInputs.nullifiers);
  return bindingOf(confirmation, contracts, { nullifiers, random: plan.adaptRandom });
}

/** Unwraps all of the coin that arrived, and sends all of it on. */
function unwrapCalls(recipient: string, relayAdapt: bigint): readonly AbiValue[] {
  const everything = { tuple: [{ tuple: [0n, 0n, 0n] }, BigInt(recipient), 0n] };
  const datas = [
    encodeCall('unwrapBase(uint256)', [0n]),
    encodeCall('transfer(((uint8,address,uint256),address,uint256)[])', [{ list: [everything] }]),
  ];
  return datas.map((data) => ({ tuple: [relayAdapt, { bytes: hexToBytes(data) }, 0n] }));
}
