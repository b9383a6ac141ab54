import {
  createRecoveryKey,
  listRecoveryKeys,
  type RecoveryKeyFile,
} from '../../apps/api/src/adapters/key-vault/recovery-keys.ts';
import type { WrapCount } from '../../apps/api/src/adapters/postgres/accounts/recovery-wraps.ts';
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
  takeStep,
} from './steps.ts';

export interface RecoveryKeyPlace {
  /** The folder of the process `recovery`. */
  readonly folder: string;
  countWraps(): Promise<readonly WrapCount[]>;
  readonly now: Date;
}

type RecoveryKeys = KeyFiles<RecoveryKeyFile>;

/** What an earlier process was doing as it ended is stored by then. */
const SETTLED_MS = 60 * 60_000;

/**
 * One step of replacing the recovery key in a file: `show`, `new` or `retire`. One process alone has it, so it is in use
 * from that process's next start on. Rejects when a file cannot be read or written.
 */
export async function replaceRecoveryKey(
  words: readonly string[],
  place: RecoveryKeyPlace,
): Promise<StepOutcome> {
  const keys = filesInUse(await listRecoveryKeys(place.folder));
  if (keys === null) return refused(`${place.folder} has no recovery.pem.`);
  return takeStep(
    words,
    new Map([
      ['show', () => show(keys, place)],
      ['new', () => makeNew(keys, place)],
      ['retire', () => retire(keys, place, false)],
      ['retire --leave-behind', () => retire(keys, place, true)],
    ]),
  );
}

async function show({ files, inUse }: RecoveryKeys, place: RecoveryKeyPlace): Promise<StepOutcome> {
  const counts = await place.countWraps();
  const known = new Set(files.map(({ keyId }) => keyId));
  const lineOf = (name: string, isOfIt: (count: WrapCount) => boolean) =>
    `${name}, ${wrapsOf(counts.filter(isOfIt))}`;
  const isElsewhere = ({ keyId }: WrapCount) => keyId !== null && !known.has(keyId);
  const isWithoutId = ({ keyId }: WrapCount) => keyId === null;
  return done(
    ...files.map((file) =>
      lineOf(`${file.file}  ${roleOf(file, inUse)}`, ({ keyId }) => keyId === file.keyId),
    ),
    ...(counts.some(isWithoutId) ? [lineOf('without the ID of a key', isWithoutId)] : []),
    ...(counts.some(isElsewhere) ? [lineOf('of a key that is not here', isElsewhere)] : []),
  );
}

async function makeNew(keys: RecoveryKeys, { folder }: RecoveryKeyPlace): Promise<StepOutcome> {
  if (earlierFiles(keys).length > 0) {
    return refused('There is an earlier key still. First: npm run keys -- recovery retire');
  }
  const file = `recovery-${nextNumber(keys)}.pem`;
  await createRecoveryKey(folder, file);
  return done(
    `Made ${file}. Copy it to where the backup of ${keys.inUse.file} is, before you restart recovery.`,
    'Restart recovery: it then makes every wrap again, and logs how many. After an hour: npm run keys -- recovery retire',
  );
}

async function retire(
  keys: RecoveryKeys,
  place: RecoveryKeyPlace,
  leavesBehind: boolean,
): Promise<StepOutcome> {
  const { inUse } = keys;
  const earlier = earlierFiles(keys);
  if (earlier.length === 0) return refused('There is no earlier recovery key.');
  const since = await inUseSince(keys, place, SETTLED_MS);
  if (since !== null) {
    return refused(`${inUse.file} was made at ${since}. Wait until an hour after that.`);
  }
  const counts = await place.countWraps();
  const left = counts.filter(({ keyId }) => keyId !== inUse.keyId);
  if (counts.length > 0 && left.length === counts.length) {
    return refused(`No wrap is under ${inUse.file} yet. Restart recovery.`);
  }
  if (left.length > 0 && !leavesBehind) {
    return refused(
      `Not under ${inUse.file}: ${wrapsOf(left)}. Registrations are completed or gone within a day.`,
      'recovery makes those of accounts again when it starts and every hour, and logs whose wrap does not open. Those users could no longer reset their password.',
      'To retire all the same: npm run keys -- recovery retire --leave-behind',
    );
  }
  return done(
    `Set aside: ${await setAside(place.folder, earlier)}. Restart recovery.`,
    'It still opens the wraps in copies of the database of before. Keep it with the backups of its time, apart from them and from the salts, and delete it here.',
  );
}

function wrapsOf(counts: readonly WrapCount[]): string {
  const sumOf = (isRegistration: boolean) =>
    counts
      .filter((each) => each.isRegistration === isRegistration)
      .reduce((sum, { count }) => sum + count, 0);
  return `${counted(sumOf(false), 'account')} and ${counted(sumOf(true), 'unfinished registration')}`;
}
