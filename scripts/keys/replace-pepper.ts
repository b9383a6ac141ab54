import { createKeyFile } from '../../apps/api/src/adapters/key-vault/key-files.ts';
import { listPeppers } from '../../apps/api/src/adapters/key-vault/peppers.ts';
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

export interface PepperPlace {
  /** The folder of keys. */
  readonly folder: string;
  /** How many passwords are under each pepper, by its ID. */
  countPasswords(): Promise<ReadonlyMap<string, number>>;
  readonly now: Date;
}

/**
 * One step of replacing the pepper: `show`, `next`, `use` or `retire`. Nothing is deleted: what is retired keeps its
 * bytes under a name that no process reads. Rejects when a file cannot be read or written.
 */
export async function replacePepper(
  words: readonly string[],
  place: PepperPlace,
): Promise<StepOutcome> {
  const peppers = filesInUse(await listPeppers(place.folder));
  if (peppers === null) return refused(`${place.folder} has no pepper.`);
  return takeStep(
    words,
    new Map([
      ['show', () => show(peppers, place)],
      ['next', () => makeNext(peppers, place)],
      ['use', () => use(peppers, place)],
      ['retire', () => retire(peppers, place, false)],
      ['retire --leave-behind', () => retire(peppers, place, true)],
    ]),
  );
}

async function show({ files, inUse }: KeyFiles, place: PepperPlace): Promise<StepOutcome> {
  const counts = await place.countPasswords();
  const known = new Set(files.map(({ id }) => id));
  return done(
    ...files.map(
      (file) => `${file.id}  ${roleOf(file, inUse)}, ${passwords(counts.get(file.id) ?? 0)}`,
    ),
    ...[...counts]
      .filter(([id]) => !known.has(id))
      .map(([id, count]) => `${id}  not in this folder, ${passwords(count)}`),
  );
}

async function makeNext(peppers: KeyFiles, { folder }: PepperPlace): Promise<StepOutcome> {
  const { files, inUse } = peppers;
  const { file: newest } = files.at(-1) ?? inUse;
  const number = nextNumber(peppers);
  if (number === null) return refused(`${newest} is there already.`);
  const file = `pepper-${number}.next`;
  await createKeyFile(folder, file);
  return done(
    `Made ${file}. Copy it into the KEY_DIR of every process that has ${newest}, and restart each.`,
    'Then: npm run keys -- pepper use',
  );
}

async function use(peppers: KeyFiles, place: PepperPlace): Promise<StepOutcome> {
  const next = await switchToNext(peppers, place);
  if (next === null) {
    return refused('There is no next pepper. Make one with: npm run keys -- pepper next');
  }
  return done(
    `${next.file} is now ${next.id}. Rename it in every KEY_DIR, and restart each process.`,
    'A password comes under it when its user next signs in. After two days: npm run keys -- pepper retire',
  );
}

async function retire(
  peppers: KeyFiles,
  place: PepperPlace,
  leavesBehind: boolean,
): Promise<StepOutcome> {
  const { inUse } = peppers;
  const earlier = earlierFiles(peppers);
  if (earlier.length === 0) return refused('There is no earlier pepper.');
  const since = await inUseSince(peppers, place);
  if (since !== null) {
    return refused(
      `${inUse.id} is in use since ${since}. Sessions and payments of before need ${earlier.map(({ id }) => id).join(', ')} for 48 hours.`,
    );
  }
  const counts = await place.countPasswords();
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all > 0 && !counts.has(inUse.id)) {
    return refused(
      `No password is under ${inUse.id} yet. Either no user signed in since, or api was not restarted.`,
    );
  }
  const left = earlier.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
  if (left > 0 && !leavesBehind) {
    return refused(
      `${passwords(left)} would no longer match, and their users would have to reset them with both codes.`,
      'To retire all the same: npm run keys -- pepper retire --leave-behind',
    );
  }
  return done(
    `Set aside: ${await setAside(place.folder, earlier)}. Do the same in every KEY_DIR, and restart each process.`,
    'Keep a copy with the backups of its time. Then delete it here.',
  );
}

function passwords(count: number): string {
  return counted(count, 'password');
}
