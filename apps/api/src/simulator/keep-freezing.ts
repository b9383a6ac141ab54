import { isSigned, type Operation } from '#domain/operation/operation';
import type { PrivateEnvironment } from './private-environment.ts';
import { createSeededRandom } from './seeded-random.ts';
import type { Process } from './simulation.ts';

/** How users freeze their accounts in one run. */
interface Freezing {
  /** Users who were told that their account is frozen, and have not unfrozen it since. */
  readonly frozen: Set<string>;
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
  environment: PrivateEnvironment,
  users: readonly string[],
  { seed, ...freezing }: Freezing & { readonly seed: number },
): void {
  for (const [index, userId] of users.entries()) {
    const random = createSeededRandom(SEED_OF_FREEZES + seed * users.length + index);
    void freezeAgain(environment, userId, { ...freezing, random });
  }
}

async function freezeAgain(
  environment: PrivateEnvironment,
  userId: string,
  freezing: Freezing & { readonly random: ReturnType<typeof createSeededRandom> },
): Promise<void> {
  const { simulation, repository, repositoryOf } = environment;
  const { random, frozen, tally, server, isCalm } = freezing;
  while (!isCalm()) {
    await simulation.wait(random.integer(2_000, 25_000));
    const { process } = server();
    const frozenAt = await Promise.race([
      repositoryOf(process)
        .freezes.freeze(userId, simulation.now())
        .catch(() => null),
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

/**
 * Looks at every change whether something of a frozen account was signed that moves its money. What the network has
 * already was signed before.
 */
export function watchFreezes({ repository }: PrivateEnvironment): Pick<Freezing, 'frozen'> & {
  readonly errors: ReadonlySet<string>;
} {
  const frozen = new Set<string>();
  const errors = new Set<string>();
  const set = repository.entries.set.bind(repository.entries);
  repository.entries.set = (id, entry) => {
    const before = repository.entries.get(id)?.operation;
    const { operation } = entry;
    const isNew = isSignedNow(operation) && before !== undefined && !isSigned(before);
    const isOut = operation.kind !== 'consolidation';
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
