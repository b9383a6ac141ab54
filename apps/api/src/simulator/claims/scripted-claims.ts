import type { PublicAddress } from '#domain/address/address';
import type { Token } from '#domain/token/token';
import { FAULTY_MS } from '../adversity.ts';
import { type ClaimEnvironment, RECIPIENTS, SENDERS } from './claim-environment.ts';

/** One payment by link that a user makes, and what they were told. */
export interface ScriptedClaim {
  readonly key: string;
  readonly senderId: string;
  readonly recipientId: string;
  readonly token: Token;
  /** No other payment by link has this amount, so the chain shows how often this one was made and ended. */
  readonly amount: bigint;
  readonly habit: ClaimHabit;
  /** After the run begins. */
  readonly inMs: number;
  made: MadeClaim | { readonly refused: string } | 'pending';
  readonly ends: ScriptedEnd[];
}

export interface MadeClaim {
  readonly id: string;
  readonly code: string;
  readonly address: PublicAddress;
  readonly operationId: string;
}

/** What happens to it: mostly its recipient claims it in the moment in which its sender takes it back. */
export type ClaimHabit = 'race' | 'claim' | 'take-back' | 'leave';

/** One request to claim it or to take it back, and what its user was told. */
export interface ScriptedEnd {
  readonly by: 'recipient' | 'sender';
  readonly key: string;
  outcome: { readonly operationId: string } | { readonly refused: string } | 'pending';
}

const HABITS: readonly ClaimHabit[] = [
  'race',
  'race',
  'race',
  'race',
  'claim',
  'take-back',
  'leave',
];
const LEAST = 3;
const MOST = 6;
/** Above what is set aside for a fee, so that it can't be taken for that. */
export const NATIVE_AMOUNT = 10n ** 12n;
const TOKEN_AMOUNT = 100n;

/** How many payments by link there are, in place of a random number, and what users do with them, in place of all. */
export interface ClaimChoices {
  readonly count?: number;
  readonly habits?: readonly ClaimHabit[];
}

/** @returns payments by link whose amounts are all different */
export function makeScriptedClaims(
  { simulation, networks }: Pick<ClaimEnvironment, 'simulation' | 'networks'>,
  { habits = HABITS, count = simulation.random.integer(LEAST, MOST) }: ClaimChoices,
): ScriptedClaim[] {
  const { random } = simulation;
  const tokens = networks.flatMap((network) => network.tokens);
  return Array.from({ length: count }, (_, number) => {
    const token = random.pick(tokens);
    const least = token.address === null ? NATIVE_AMOUNT : TOKEN_AMOUNT;
    return {
      key: `claim-${number}`,
      senderId: random.pick(SENDERS),
      recipientId: random.pick(RECIPIENTS),
      token,
      amount: least + BigInt(number),
      habit: random.pick(habits),
      inMs: random.integer(0, 2 * FAULTY_MS),
      made: 'pending',
      ends: [],
    };
  });
}

/** @returns the claim as its sender knows it; null while they don't */
export function madeOf({ made }: ScriptedClaim): MadeClaim | null {
  return made === 'pending' || 'refused' in made ? null : made;
}
