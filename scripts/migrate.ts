import { migrateAndGrant } from '../apps/api/src/adapters/postgres/connection/migrate.ts';
import { withSecretFiles } from '../apps/api/src/secret-files.ts';
import { runWithUrl } from './database/run-on-database.ts';

// Brings the schema up to date and gives each role its rights, as the role that owns the schema:
// `KAX_MODE=production DATABASE_URL=… node scripts/run.mjs migrate`.
const { DATABASE_URL: url } = withSecretFiles(process.env);
if (!url) {
  console.error('DATABASE_URL is missing.');
  process.exitCode = 2;
} else {
  process.exitCode = await runWithUrl(url, async () => {
    await migrateAndGrant(url);
    console.log('The schema is up to date, and each role has its rights.');
    return 0;
  });
}
