import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { ScriptedPrivateRequest } from './scripted-private-request.ts';
import type { Simulation } from './simulation.ts';

/** @returns what users will request in one run, by chance */
export function makePrivateRequests(
  { random }: Pick<Simulation, 'random'>,
  users: readonly string[],
): ScriptedPrivateRequest[] {
  return Array.from({ length: random.integer(3, 8) }, (_, number) => ({
    userId: random.pick(users),
    key: `key-${number}`,
    amount: BigInt(random.integer(1, 400)),
    to: random.chance(0.5)
      ? {
          kind: 'unshield' as const,
          recipient: `0x${(number + 1).toString(16).padStart(40, 'e')}` as PublicAddress,
        }
      : {
          kind: 'internal-transfer' as const,
          recipient: `0zkrequest${number}` as PrivateAddress,
          message: number % 2 === 0 ? `Message ${number}` : null,
          showsSender: number % 3 === 0,
        },
    withinMinutes: random.chance(0.2) ? 1 : null,
    isCancelled: random.chance(0.15),
    outcome: 'pending' as const,
  }));
}
