import { type Refusal, refuse } from '../../../application/call.ts';

/**
 * The keys of a claim's wallet come from those of the wallet that is deleted.
 * @param holding how many payments by link hold money
 * @returns the refusal to delete a wallet while any does; null for none
 */
export function refuseUnclaimed(holding: number): Refusal | null {
  if (holding === 0) return null;
  const sentence =
    holding === 1
      ? 'You have a payment that no one has claimed yet. Take it back first.'
      : `You have ${holding} payments that no one has claimed yet. Take them back first.`;
  return refuse('operations-open', { sentence });
}
