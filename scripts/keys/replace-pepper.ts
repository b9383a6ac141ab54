import { rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyFile } from '../../apps/api/src/adapters/key-vault/key-files.ts';
import { listPeppers, type PepperFile } from '../../apps/api/src/adapters/key-vault/peppers.ts';

export interface PepperPlace {
  /** The folder of keys. */
  readonly folder: string;
  /** How many passwords are under each pepper, by its ID. */
  countPasswords(): Promise<ReadonlyMap<string, number>>;
  readonly now: Date;
}

/** What a step did, or why it was not taken. */
export interface StepOutcome {
  readonly isDone: boolean;
  readonly lines: readonly string[];
}

/**
 * Longer than a session (12 hours), and than a private payment may wait to be proved (25 hours), even where processes
 * were restarted hours after the step before.
 */
const OVERLAP_MS = 48 * 60 * 60_000;

/**
 * One step of replacing the pepper: `show`, `next`, `use` or `retire`. Nothing is deleted: what is retired keeps its
 * bytes under a name that no process reads. Rejects when a file cannot be read or written.
 */
export async function replacePepper(
  [step, ...options]: readonly string[],
  place: PepperPlace,
): Promise<StepOutcome> {
  const files = await listPeppers(place.folder);
  const inUse = files.findLast(({ isNext }) => !isNext);
  if (inUse === undefined) return refused(`${place.folder} has no pepper.`);
  const state = { files, inUse };
  const leavesBehind = options.length === 1 && options[0] === '--leave-behind';
  if (step === 'show' && options.length === 0) return show(state, place);
  if (step === 'next' && options.length === 0) return makeNext(state, place);
  if (step === 'use' && options.length === 0) return switchToNext(state, place);
  if (step === 'retire' && (options.length === 0 || leavesBehind)) {
    return retire(state, place, leavesBehind);
  }
  return refused(`There is no step “${[step, ...options].join(' ')}”: show, next, use or retire.`);
}

interface State {
  readonly files: readonly PepperFile[];
  /** The one that makes what is new. */
  readonly inUse: PepperFile;
}

function refused(...lines: readonly string[]): StepOutcome {
  return { isDone: false, lines };
}

async function show({ files, inUse }: State, place: PepperPlace): Promise<StepOutcome> {
  const counts = await place.countPasswords();
  const roleOf = (file: PepperFile) =>
    file.isNext ? 'next' : file === inUse ? 'in use' : 'earlier';
  const known = new Set(files.map(({ id }) => id));
  return {
    isDone: true,
    lines: [
      ...files.map((file) => `${file.id}  ${roleOf(file)}, ${passwords(counts.get(file.id) ?? 0)}`),
      ...[...counts]
        .filter(([id]) => !known.has(id))
        .map(([id, count]) => `${id}  not in this folder, ${passwords(count)}`),
    ],
  };
}

async function makeNext({ files }: State, { folder }: PepperPlace): Promise<StepOutcome> {
  const last = files.at(-1);
  if (last === undefined || last.isNext) return refused(`${last?.file} is there already.`);
  const file = `pepper-${last.number + 1}.next`;
  await createKeyFile(folder, file);
  return {
    isDone: true,
    lines: [
      `Made ${file}. Copy it into the KEY_DIR of every process that has ${last.file}, and restart each.`,
      'Then: npm run keys -- pepper use',
    ],
  };
}

async function switchToNext({ files }: State, { folder, now }: PepperPlace): Promise<StepOutcome> {
  const next = files.find(({ isNext }) => isNext);
  if (next === undefined) {
    return refused('There is no next pepper. Make one with: npm run keys -- pepper next');
  }
  // Its time is when the overlap begins.
  await utimes(join(folder, next.file), now, now);
  await rename(join(folder, next.file), join(folder, next.id));
  return {
    isDone: true,
    lines: [
      `${next.file} is now ${next.id}. Rename it in every KEY_DIR, and restart each process.`,
      'A password comes under it when its user next signs in. After two days: npm run keys -- pepper retire',
    ],
  };
}

async function retire(
  { files, inUse }: State,
  { folder, countPasswords, now }: PepperPlace,
  leavesBehind: boolean,
): Promise<StepOutcome> {
  const earlier = files.filter(({ number }) => number < inUse.number);
  if (earlier.length === 0) return refused('There is no earlier pepper.');
  const since = (await stat(join(folder, inUse.file))).mtime;
  if (now.getTime() - since.getTime() < OVERLAP_MS) {
    return refused(
      `${inUse.id} is in use since ${since.toISOString()}. Sessions and payments of before need ${earlier.map(({ id }) => id).join(', ')} for 48 hours.`,
    );
  }
  const counts = await countPasswords();
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
  for (const { file } of earlier) {
    await rename(join(folder, file), join(folder, `${file}.retired`));
  }
  return {
    isDone: true,
    lines: [
      `Set aside: ${earlier.map(({ file }) => `${file}.retired`).join(', ')}. Do the same in every KEY_DIR, and restart each process.`,
      'Keep a copy with the backups of its time. Then delete it here.',
    ],
  };
}

function passwords(count: number): string {
  return count === 1 ? '1 password' : `${count} passwords`;
}
