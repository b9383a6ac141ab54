import { isSigned, type Operation } from '#domain/operation/operation';
import { accountKeyOf, lock, openTransaction } from './account-locks.ts';
import type { MemoryRepository } from './memory-repository.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import { createSeededRandom } from './seeded-random.ts';
import { CHAIN_ID } from './simulated-node.ts';
import { addressOfUser } from './simulated-server.ts';
import type { Process, Simulation } from './simulation.ts';

interface FreezingEnvironment {
  readonly simulation: Simulation;
  readonly repository: MemoryRepository;
}

/** How users freeze their accounts in one run. */
interface Freezing {
  /** Users who were told that their account is frozen, and have not unfrozen it since. */
  readonly frozen: Set<string>;
  /** @returns when the account was frozen first; null when there is no such user */
  readonly freeze: (userId: string, at: Date, process: Process) => Promise<Date | null>;
  readonly tally: { freezes: number };
  readonly server: () => { readonly process: Process };
  readonly isCalm: () => boolean;
}

/** Keeps the choices of runs without freezes as they are. */
const SEED_OF_FREEZES = 7_000_000;
const PATIENCE_MS = 15_000;
const LONGEST_MS = [5_000, 20_000, 120_000];

/** Users freeze their accounts at any moment, and unfreeze them a while later. */
export function keepFreezing(
  environment: FreezingEnvironment,
  users: readonly string[],
  { seed, ...freezing }: Freezing & { readonly seed: number },
): void {
  for (const [index, userId] of users.entries()) {
    const random = createSeededRandom(SEED_OF_FREEZES + seed * users.length + index);
    void freezeAgain(environment, userId, { ...freezing, random });
  }
}

async function freezeAgain(
  environment: FreezingEnvironment,
  userId: string,
  freezing: Freezing & { readonly random: ReturnType<typeof createSeededRandom> },
): Promise<void> {
  const { simulation, repository } = environment;
  const { random, frozen, freeze, tally, server, isCalm } = freezing;
  while (!isCalm()) {
    await simulation.wait(random.integer(2_000, 25_000));
    const { process } = server();
    const frozenAt = await Promise.race([
      freeze(userId, simulation.now(), process).catch(() => null),
      simulation.wait(PATIENCE_MS).then(() => null),
    ]);
    if (frozenAt !== null && !process.isDead) {
      frozen.add(userId);
      tally.freezes += 1;
    }
    await simulation.wait(random.integer(500, random.pick(LONGEST_MS)));
    frozen.delete(userId);
    repository.frozenUsers.delete(userId);
  }
}

/** Freezes an account that pays privately, as the repository does it. */
export function createPrivateFreeze({
  repositoryOf,
}: Pick<PrivateEnvironment, 'repositoryOf'>): Freezing['freeze'] {
  return (userId, at, process) => repositoryOf(process).freezes.freeze(userId, at);
}

/** Freezes an account that signs public payments: like the lock of a user's row, it waits for signatures that began. */
export function createPublicFreeze({
  simulation,
  repository,
}: FreezingEnvironment): Freezing['freeze'] {
  return async (userId, at, process) => {
    const roundTrip = () => simulation.wait(simulation.random.integer(1, 20), process);
    const key = accountKeyOf({ chainId: CHAIN_ID, account: addressOfUser(userId) });
    await roundTrip();
    await lock(repository.locks, key, process);
    const transaction = openTransaction(repository.locks, key, process);
    try {
      await roundTrip();
      const frozenAt = repository.frozenUsers.get(userId) ?? at;
      repository.frozenUsers.set(userId, frozenAt);
      return frozenAt;
    } finally {
      transaction.end();
      await roundTrip();
    }
  };
}

/**
 * Looks at every change whether something of a frozen account was signed that moves its money. What the network has
 * already was signed before.
 */
export function watchFreezes({ repository }: Pick<FreezingEnvironment, 'repository'>): Pick<
  Freezing,
  'frozen'
> & {
  readonly errors: ReadonlySet<string>;
} {
  const frozen = new Set<string>();
  const errors = new Set<string>();
  const signed = new Set<string>();
  const set = repository.entries.set.bind(repository.entries);
  repository.entries.set = (id, entry) => {
    const before = repository.entries.get(id)?.operation;
    const { operation } = entry;
    // A failover stores again what was signed before.
    const wasSigned = before === undefined ? signed.has(id) : isSigned(before);
    const isNew = isSignedNow(operation) && !wasSigned;
    if (isNew) signed.add(id);
    const isOut = operation.kind !== 'consolidation' && operation.kind !== 'nonce-fill';
    if (
      isNew &&
      isOut &&
      frozen.has(operation.userId) &&
      repository.frozenUsers.has(operation.userId)
    ) {
      errors.add(`${id} was signed although its user had frozen the account`);
    }
    return set(id, entry);
  };
  return { frozen, errors };
}

/** Signed here: what is found has no cancellation of ours. */
function isSignedNow(operation: Operation): boolean {
  return isSigned(operation) && operation.signing.cancellation !== null;
}
