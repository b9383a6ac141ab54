import { readSecret } from './key-files.ts';
import { listNumberedFiles, type NumberedFile } from './numbered-files.ts';

/** The secrets of this server that must never be stored in the database: one for what is new, others that still open. */
export interface ServerKeys {
  readonly pepper: Uint8Array;
  readonly pepperId: string;
  /** Under which nothing new is made, by ID: what was made under them still opens. */
  readonly otherPeppers: ReadonlyMap<string, Uint8Array>;
}

const FIRST_FILE = 'pepper-1';
const PEPPER_FILE = /^(?<id>pepper-(?<number>[1-9]\d{0,5}))(?<next>\.next)?$/;

/**
 * Reads the peppers of a folder: the one with the highest number makes what is new. One whose file ends with `.next`
 * only opens: servers that share a database learn it first, and use it once all of them know it.
 * Throws when there is none: a new one would lock everyone out.
 */
export async function readServerKeys(folder: string): Promise<ServerKeys> {
  const files = await listPeppers(folder);
  const newest = files.findLast(({ isNext }) => !isNext);
  if (newest === undefined) throw new Error(`${folder} has no ${FIRST_FILE}.`);
  const others = files.filter((each) => each !== newest);
  return {
    pepper: await readSecret(folder, newest.file),
    pepperId: newest.id,
    otherPeppers: new Map(
      await Promise.all(
        others.map(async ({ id, file }) => [id, await readSecret(folder, file)] as const),
      ),
    ),
  };
}

/**
 * @returns the files of peppers in a folder, by number; none when there is no folder. Rejects when two have the same
 * number.
 */
export function listPeppers(folder: string): Promise<readonly NumberedFile[]> {
  return listNumberedFiles(folder, PEPPER_FILE);
}

/** Tries the newest pepper, then each other. @returns the first result. Throws what the newest one threw. */
export function openUnderAny<T>(keys: ServerKeys, tryOne: (pepper: Uint8Array) => T): T {
  try {
    return tryOne(keys.pepper);
  } catch (cause) {
    for (const other of keys.otherPeppers.values()) {
      try {
        return tryOne(other);
      } catch {
        // The first failure is the one to tell.
      }
    }
    throw cause;
  }
}
