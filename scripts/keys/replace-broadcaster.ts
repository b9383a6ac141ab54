import type { PublicAddress } from '#domain/address/address';
import {
  type BroadcasterFile,
  createBroadcasterKey,
  listBroadcasters,
  writeBroadcasterAddresses,
} from '../../apps/api/src/adapters/key-vault/broadcaster.ts';
import type { BroadcasterUse } from '../../apps/api/src/adapters/postgres/shielded/broadcaster-uses.ts';
import { derivePrivateAddress } from '../../apps/api/src/adapters/railgun/derive-private-address.ts';
import {
  counted,
  done,
  earlierFiles,
  filesInUse,
  inUseSince,
  type KeyFiles,
  nextNumber,
  refused,
  roleOf,
  type StepOutcome,
  setAside,
  switchToNext,
  takeStep,
} from './steps.ts';

export interface BroadcasterPlace {
  /** The folder of keys of a worker. */
  readonly folder: string;
  /** What each account has, by its address; null where the database is not known. */
  readonly countUses: (() => Promise<ReadonlyMap<PublicAddress, BroadcasterUse>>) | null;
  readonly now: Date;
}

type Broadcasters = KeyFiles<BroadcasterFile>;

/** For so long after a failover, a payment may return that had been signed before. */
const QUIET_MS = 24 * 60 * 60_000;
const UNUSED: BroadcasterUse = { total: 0, open: 0, lastAt: new Date(0) };

/**
 * One step of replacing the broadcaster: `show`, `next`, `use` or `retire`. Each also writes `broadcaster.json` for the
 * processes that do not have the keys. Rejects when a file cannot be read or written.
 */
export async function replaceBroadcaster(
  words: readonly string[],
  place: BroadcasterPlace,
): Promise<StepOutcome> {
  const broadcasters = filesInUse(await listBroadcasters(place.folder));
  if (broadcasters === null) {
    return refused(
      `${place.folder} has no broadcaster-1. Make it with: openssl rand -hex 16 > ${place.folder}/broadcaster-1`,
    );
  }
  const outcome = await takeStep(
    words,
    new Map([
      ['show', () => show(broadcasters, place)],
      ['next', () => makeNext(broadcasters, place)],
      ['use', () => use(broadcasters, place)],
      ['retire', () => retire(broadcasters, place)],
    ]),
  );
  if (outcome.isDone) await writeBroadcasterAddresses(place.folder, derivePrivateAddress);
  return outcome;
}

async function show({ files, inUse }: Broadcasters, place: BroadcasterPlace): Promise<StepOutcome> {
  const uses = await place.countUses?.();
  const known = new Set(files.map(({ address }) => address));
  const usesOf = (use: BroadcasterUse = UNUSED) =>
    uses === undefined ? '' : `, ${openOf(use)} of ${use.total}`;
  return done(
    ...files.map(
      (file) =>
        `${file.id}  ${file.address}  ${roleOf(file, inUse)}${usesOf(uses?.get(file.address))}`,
    ),
    ...[...(uses ?? [])]
      .filter(([address]) => !known.has(address))
      .map(([address, use]) => `${address}  not in this folder${usesOf(use)}`),
    'Wrote broadcaster.json. api and shielded-worker need a copy of it, and none of the keys.',
  );
}

async function makeNext(
  broadcasters: Broadcasters,
  { folder }: BroadcasterPlace,
): Promise<StepOutcome> {
  const number = nextNumber(broadcasters);
  if (number === null) return refused(`${broadcasters.files.at(-1)?.file} is there already.`);
  const file = `broadcaster-${number}.next`;
  await createBroadcasterKey(folder, file);
  const made = (await listBroadcasters(folder)).find((each) => each.file === file);
  return done(
    `Made ${file}, the key of ${made?.address}. Keep a copy: fees paid in notes belong to it too.`,
    `Copy ${file} into the KEY_DIR of every worker, copy broadcaster.json to api and shielded-worker, and restart each.`,
    `Send ${made?.address} the native coin of every network with a private pool: as much as ${broadcasters.inUse.address} has, or more.`,
    'Then: npm run keys -- broadcaster use',
  );
}

async function use(broadcasters: Broadcasters, place: BroadcasterPlace): Promise<StepOutcome> {
  const next = await switchToNext(broadcasters, place);
  if (next === null) {
    return refused('There is no next broadcaster. Make one with: npm run keys -- broadcaster next');
  }
  return done(
    `${next.file} is now ${next.id}. Copy broadcaster.json to api and shielded-worker, and restart both.`,
    `New payments are then sent by ${next.address}. Rename the file in every worker's KEY_DIR too; they need no restart.`,
    'After two days: npm run keys -- broadcaster retire',
  );
}

async function retire(broadcasters: Broadcasters, place: BroadcasterPlace): Promise<StepOutcome> {
  const { inUse } = broadcasters;
  const earlier = earlierFiles(broadcasters);
  if (earlier.length === 0) return refused('There is no earlier broadcaster.');
  if (place.countUses === null) return refused('DATABASE_URL is missing.');
  const since = await inUseSince(broadcasters, place);
  if (since !== null) {
    return refused(
      `${inUse.id} is in use since ${since}. Payments of before need the earlier account for 48 hours.`,
    );
  }
  const uses = await place.countUses();
  const problem = earlier
    .map((file) => problemOf(file, uses.get(file.address) ?? UNUSED, place.now))
    .find((each) => each !== null);
  if (problem !== undefined && problem !== null) return refused(problem);
  const isUsed = earlier.some(({ address }) => uses.has(address));
  if (isUsed && !uses.has(inUse.address)) {
    return refused(
      `${inUse.address} has sent nothing yet. Either no user paid privately since, or api was not restarted.`,
    );
  }
  const names = await setAside(place.folder, earlier);
  return done(
    `Set aside: ${names}. Do the same in every worker's KEY_DIR, and restart each. Copy broadcaster.json to api and shielded-worker.`,
    `Coins and notes that are left belong to the 12 words of ${earlier.map(({ id }) => id).join(', ')}, which other wallets restore: send the coins of`,
    `${earlier.map(({ address }) => address).join(', ')} to ${inUse.address}, and the notes to its private address in broadcaster.json. Then delete the file.`,
  );
}

/** @returns why the key of an account is still needed; null when it is not */
function problemOf(
  { id, address }: BroadcasterFile,
  use: BroadcasterUse,
  now: Date,
): string | null {
  if (use.open > 0) {
    return `${id} (${address}) has ${openOf(use)}, which may have to be re-priced or cancelled.`;
  }
  if (now.getTime() - use.lastAt.getTime() < QUIET_MS) {
    return `The last operation of ${id} (${address}) began or ended at ${use.lastAt.toISOString()}. Its key is needed for a day after that. If it began after “use”, restart api and shielded-worker.`;
  }
  return null;
}

function openOf({ open }: BroadcasterUse): string {
  return counted(open, 'open operation');
}
