import { verifyAuditChain } from '../apps/api/src/adapters/postgres/accounts/audit.ts';
import { createDatabase } from '../apps/api/src/adapters/postgres/connection/connect.ts';
import { problemOfDatabaseUrl } from '../apps/api/src/database-url.ts';

// Recomputes the log of security events: `DATABASE_URL=… node scripts/run.mjs verify-audit [hash of an earlier run]`.
const url = process.env.DATABASE_URL;
const earlier = process.argv[2];
if (url === undefined) throw new Error('DATABASE_URL is missing.');
const problem =
  process.env.KAX_MODE === 'production' ? problemOfDatabaseUrl(url, process.env.PGHOST) : null;
if (problem !== null) throw new Error(problem);
const database = createDatabase(url);
try {
  const found = await verifyAuditChain(database, earlier);
  if (!found.ok) console.error(`Row ${found.brokenId} does not follow from the previous rows.`);
  else if (!found.hasEarlier) console.error(`No row has the hash ${earlier}: rows are missing.`);
  else console.log(`${found.count} rows are intact. Last hash: ${found.lastHash ?? 'none'}`);
  process.exitCode = found.ok && found.hasEarlier ? 0 : 1;
} finally {
  await database.close();
}
