import { rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { NumberedFile } from '../../apps/api/src/adapters/key-vault/numbered-files.ts';

/** What a step did, or why it was not taken. */
export interface StepOutcome {
  readonly isDone: boolean;
  readonly lines: readonly string[];
}

/** By the words of the command that name it. */
export type Steps = ReadonlyMap<string, () => Promise<StepOutcome>>;

/**
 * Longer than a session (12 hours), and than a private payment may wait to be proved (25 hours), even where processes
 * were restarted hours after the step before.
 */
export const OVERLAP_MS = 48 * 60 * 60_000;

/** @returns what the named step did; any other is refused */
export async function takeStep(words: readonly string[], steps: Steps): Promise<StepOutcome> {
  const name = words.join(' ');
  const step = steps.get(name);
  if (step !== undefined) return step();
  return refused(`There is no step “${name}”. There are: ${[...steps.keys()].join(', ')}.`);
}

export function done(...lines: readonly string[]): StepOutcome {
  return { isDone: true, lines };
}

export function refused(...lines: readonly string[]): StepOutcome {
  return { isDone: false, lines };
}

/** The files of one kind in a folder of keys, by number. */
export interface KeyFiles<F extends NumberedFile = NumberedFile> {
  readonly files: readonly F[];
  /** The one that makes what is new. */
  readonly inUse: F;
}

/** @returns the files with the one in use; null where none is */
export function filesInUse<F extends NumberedFile>(files: readonly F[]): KeyFiles<F> | null {
  const inUse = files.findLast(({ isNext }) => !isNext);
  return inUse === undefined ? null : { files, inUse };
}

export function roleOf(file: NumberedFile, inUse: NumberedFile): 'in use' | 'next' | 'earlier' {
  if (file.isNext) return 'next';
  return file === inUse ? 'in use' : 'earlier';
}

/** @returns those that make nothing new any more */
export function earlierFiles<F extends NumberedFile>({ files, inUse }: KeyFiles<F>): readonly F[] {
  return files.filter(({ number }) => number < inUse.number);
}

/** @returns the number of the key that follows the newest; null while there is a next one already */
export function nextNumber({ files, inUse }: KeyFiles): number | null {
  const newest = files.at(-1) ?? inUse;
  return newest.isNext ? null : newest.number + 1;
}

/** Renames the next key, if there is one. Its time is when the overlap begins. @returns the file that it was */
export async function switchToNext<F extends NumberedFile>(
  { files }: KeyFiles<F>,
  { folder, now }: { readonly folder: string; readonly now: Date },
): Promise<F | null> {
  const next = files.find(({ isNext }) => isNext);
  if (next === undefined) return null;
  await utimes(join(folder, next.file), now, now);
  await rename(join(folder, next.file), join(folder, next.id));
  return next;
}

/** @returns since when the key in use is, in ISO 8601, while that is not long enough; else null */
export async function inUseSince(
  { inUse }: KeyFiles,
  { folder, now }: { readonly folder: string; readonly now: Date },
  longEnoughMs = OVERLAP_MS,
): Promise<string | null> {
  const since = (await stat(join(folder, inUse.file))).mtime;
  return now.getTime() - since.getTime() < longEnoughMs ? since.toISOString() : null;
}

/** Keeps each file under a name that no process reads. @returns the new names, for the operator */
export async function setAside(folder: string, files: readonly NumberedFile[]): Promise<string> {
  for (const { file } of files) {
    await rename(join(folder, file), join(folder, `${file}.retired`));
  }
  return files.map(({ file }) => `${file}.retired`).join(', ');
}

/** @returns a number and its noun, such as `1 password` or `2 passwords` */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
