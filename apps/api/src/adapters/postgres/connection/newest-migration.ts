import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const migrationsFolder = join(import.meta.dirname, '../migrations');

/** @returns when the newest migration of this version was written, in milliseconds: Drizzle compares these times */
export async function readNewestMigration(): Promise<number> {
  const journal = JSON.parse(
    await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as { readonly entries: readonly { readonly when: number }[] };
  return Math.max(...journal.entries.map(({ when }) => when));
}
