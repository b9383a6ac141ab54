import { readAuditKey } from '../apps/api/src/adapters/audit-files/audit-key.ts';
import { verifyAuditLog } from '../apps/api/src/adapters/postgres/accounts/verify-audit-log.ts';
import { withSecretFiles } from '../apps/api/src/secret-files.ts';
import { runOnDatabase } from './database/run-on-database.ts';
import { readExpected } from './verify-audit/read-expected.ts';
import { showReport } from './verify-audit/show-report.ts';

// Verifies the log of security events against its key and the heads that were recorded outside the database:
// `KAX_MODE=production DATABASE_URL=… KEY_DIR=… node scripts/run.mjs verify-audit [head file | head | hash]…`.
const {
  DATABASE_URL: url,
  KEY_DIR: keyFolder,
  AUDIT_HEAD_FILE: headFile,
} = withSecretFiles(process.env);
if (url === undefined || keyFolder === undefined) {
  console.error('DATABASE_URL or KEY_DIR is missing.');
  process.exitCode = 2;
} else {
  const sources = [...(headFile === undefined ? [] : [headFile]), ...process.argv.slice(2)];
  process.exitCode = await verify({ url, keyFolder, sources });
}

interface Options {
  readonly url: string;
  readonly keyFolder: string;
  readonly sources: readonly string[];
}

/** @returns the exit code: 0 when everything is as it was recorded, 1 when not, 2 when nothing could be compared */
function verify({ url, keyFolder, sources }: Options): Promise<number> {
  return runOnDatabase({ url, role: 'kax_operator' }, async (database) => {
    const key = await readAuditKey(keyFolder);
    const expected = await readExpected(key, sources);
    const { isIntact, lines } = showReport(await verifyAuditLog(database, key, expected), expected);
    for (const line of lines) console.log(line);
    return isIntact ? 0 : 1;
  });
}
