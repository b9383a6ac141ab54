import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import { USERS } from './adversity.ts';
import type { SignedBytes } from './simulated-backend.ts';
import type { ScriptedRequest } from './simulated-user.ts';
import type { Simulation } from './simulation.ts';

interface Choices {
  readonly networks: readonly Network[];
  readonly kinds: readonly ScriptedRequest['kind'][];
  /** Where users alone have their keys. */
  readonly signedBytes?: SignedBytes;
  /** The highest amount. */
  readonly most: number;
}

/** Usually up to a third of the tokens, so that payments compete for them. */
export const USUAL = { least: 4, count: 10, most: 1_000 };
export const RUSH = { least: 20, count: 30, most: 3_000 };

export function makeRequests(
  simulation: Simulation,
  { least, count, most }: typeof USUAL,
  choices: Omit<Choices, 'most'>,
): ScriptedRequest[] {
  return Array.from({ length: simulation.random.integer(least, count) }, (_, number) =>
    requestOf(simulation, { ...choices, most }, number),
  );
}

function requestOf(
  { random }: Simulation,
  { networks, kinds, most, signedBytes }: Choices,
  number: number,
): ScriptedRequest {
  return {
    kind: random.pick(kinds),
    userId: random.pick(USERS),
    key: `key-${number}`,
    token: random.pick(networks.flatMap(({ tokens }) => tokens)),
    amount: BigInt(random.integer(1, most)),
    recipient: `0x${(number + 1).toString(16).padStart(40, 'e')}` as PublicAddress,
    outcome: 'pending',
    operationId: null,
    isReconciling: false,
    ...(signedBytes && { signedBytes }),
  };
}
