import { FAULTY_MS } from '../adversity.ts';
import type { ClaimHabit, ScriptedEnd } from '../claims/scripted-claims.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { RECIPIENTS, SENDERS } from './private-claim-environment.ts';

/** One private payment by link that a user makes, and what they were told. */
export interface ScriptedPrivateClaim {
  readonly key: string;
  readonly senderId: string;
  readonly recipientId: string;
  /** No other one has this amount or one near it, so the chain shows how often this one was made and ended. */
  readonly amount: bigint;
  readonly habit: ClaimHabit;
  /** After the run begins. */
  readonly inMs: number;
  /** Whether its users look at it again: what a failover lost, they request once more. */
  readonly isWatched: boolean;
  made: MadePrivateClaim | { readonly refused: string } | 'pending';
  readonly ends: ScriptedEnd[];
}

export interface MadePrivateClaim {
  readonly id: string;
  readonly code: string;
  readonly operationId: string;
}

const HABITS: readonly ClaimHabit[] = [
  ...(['race', 'race', 'race', 'race', 'claim', 'take-back', 'leave'] as const),
];
const LEAST = 3;
const MOST = 6;

/** What two amounts differ by, and more than what is set aside for any of them. */
export const APART = 2_000n;

/** How many payments by link there are, in place of a random number, and what users do with them, in place of all. */
export interface PrivateClaimChoices {
  readonly count?: number;
  readonly habits?: readonly ClaimHabit[];
  /** How many of them their users look at again. */
  readonly watching?: number;
}

/** @returns payments by link whose amounts are all far apart */
export function makeScriptedPrivateClaims(
  random: SeededRandom,
  { habits = HABITS, count = random.integer(LEAST, MOST), watching = 0.7 }: PrivateClaimChoices,
): ScriptedPrivateClaim[] {
  return Array.from({ length: count }, (_, number) => ({
    key: `claim-${number}`,
    senderId: random.pick(SENDERS),
    recipientId: random.pick(RECIPIENTS),
    amount: APART * BigInt(number + 1),
    habit: random.pick(habits),
    inMs: random.integer(0, 2 * FAULTY_MS),
    isWatched: random.chance(watching),
    made: 'pending',
    ends: [],
  }));
}

/** @returns the payment by link as its sender knows it; null while they don't */
export function madeOf({ made }: ScriptedPrivateClaim): MadePrivateClaim | null {
  return made === 'pending' || 'refused' in made ? null : made;
}
