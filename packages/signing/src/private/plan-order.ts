import { bytesToHex } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { CheckedOrder } from '../signature-log.ts';
import { notesOf, type PrivatePlan } from './plan.ts';
import { writePrivatePlan } from './plan-json.ts';

/**
 * @param amount what the plan pays, base units of the token
 * @returns a checked plan as a signature log keeps it: its parts are bound together, so the network takes all or none
 */
export function privateOrder(orderId: string, plan: PrivatePlan, amount: bigint): CheckedOrder {
  const text = JSON.stringify(writePrivatePlan(plan));
  const planHash = `0x${bytesToHex(keccak_256(new TextEncoder().encode(text)))}`;
  const uses = notesOf(plan).map((note) => `note ${note}`);
  return { orderId, planHash, parts: [{ uses, pays: amount }] };
}
