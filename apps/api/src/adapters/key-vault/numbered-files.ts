import { readdir } from 'node:fs/promises';

/** A file of a folder of keys that has one of several keys for one purpose. */
export interface NumberedFile {
  readonly file: string;
  /** Its name without what says that it is not in use yet. */
  readonly id: string;
  readonly number: number;
  /** Known to every process before any of them makes something under it. */
  readonly isNext: boolean;
}

/**
 * @param pattern of the names, with the group `id`, and `number` and `next` where they have one; the first has none
 * @returns the files of a folder with such a name, by number; none when there is no folder. Rejects when two have the
 * same number.
 */
export async function listNumberedFiles(
  folder: string,
  pattern: RegExp,
): Promise<readonly NumberedFile[]> {
  const found = (await namesIn(folder)).flatMap((file) => {
    const { id, number = '1', next } = pattern.exec(file)?.groups ?? {};
    if (id === undefined) return [];
    return [{ file, id, number: Number.parseInt(number, 10), isNext: next !== undefined }];
  });
  const files = found.sort((one, other) => one.number - other.number);
  for (const [at, { number, file }] of files.entries()) {
    const following = files[at + 1];
    if (following?.number !== number) continue;
    throw new Error(`${folder} has both ${file} and ${following.file}. Remove one of them.`);
  }
  return files;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
}
