import {
  createDatabase,
  type Database,
} from '../../apps/api/src/adapters/postgres/connection/connect.ts';
import { requireRole } from '../../apps/api/src/adapters/postgres/roles/require-role.ts';
import type { Role } from '../../apps/api/src/adapters/postgres/roles/roles.ts';
import { problemOfDatabaseUrl } from '../../apps/api/src/database-url.ts';

/**
 * Runs a command of whoever runs Kax on its database, which in production must be one that can be verified, and as a
 * role that may do no more than the command does.
 * @returns the exit code that `work` returns; 2 when the URL is refused or something fails, which is printed
 */
export function runOnDatabase(
  { url, role }: { readonly url: string; readonly role: Role },
  work: (database: Database) => Promise<number>,
): Promise<number> {
  return runWithUrl(url, async (mode) => {
    const database = createDatabase(url);
    try {
      await requireRole(database, role, { mode });
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

/**
 * The same, for a command that connects itself.
 * @returns the exit code that `work` returns; 2 when the URL is refused or something fails, which is printed
 */
export async function runWithUrl(
  url: string,
  work: (mode: 'production' | 'sandbox') => Promise<number>,
): Promise<number> {
  const mode = process.env.KAX_MODE === 'production' ? 'production' : 'sandbox';
  const problem = mode === 'production' ? problemOfDatabaseUrl(url, process.env.PGHOST) : null;
  if (problem !== null) {
    console.error(problem);
    return 2;
  }
  try {
    return await work(mode);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    return 2;
  }
}
