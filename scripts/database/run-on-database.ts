import {
  createDatabase,
  type Database,
} from '../../apps/api/src/adapters/postgres/connection/connect.ts';
import { problemOfDatabaseUrl } from '../../apps/api/src/database-url.ts';

/**
 * Runs a command of whoever runs Kax on its database, which in production must be one that can be verified.
 * @returns the exit code that `work` returns; 2 when the URL is refused or something fails, which is printed
 */
export async function runOnDatabase(
  url: string,
  work: (database: Database) => Promise<number>,
): Promise<number> {
  const problem =
    process.env.KAX_MODE === 'production' ? problemOfDatabaseUrl(url, process.env.PGHOST) : null;
  if (problem !== null) {
    console.error(problem);
    return 2;
  }
  const database = createDatabase(url);
  try {
    return await work(database);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    return 2;
  } finally {
    await database.close();
  }
}
