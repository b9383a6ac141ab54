import { countUnderPeppers } from '../apps/api/src/adapters/postgres/accounts/pepper-uses.ts';
import { countRecoveryWraps } from '../apps/api/src/adapters/postgres/accounts/recovery-wraps.ts';
import type { Database } from '../apps/api/src/adapters/postgres/connection/connect.ts';
import type { Role } from '../apps/api/src/adapters/postgres/roles/roles.ts';
import { countBroadcasterUses } from '../apps/api/src/adapters/postgres/shielded/broadcaster-uses.ts';
import { withSecretFiles } from '../apps/api/src/secret-files.ts';
import { runOnDatabase } from './database/run-on-database.ts';
import { makeKeys } from './keys/make-keys.ts';
import { replaceBroadcaster } from './keys/replace-broadcaster.ts';
import { replacePepper } from './keys/replace-pepper.ts';
import { replaceRecoveryKey } from './keys/replace-recovery-key.ts';
import { refused, type StepOutcome } from './keys/steps.ts';

// Makes and replaces keys: `KAX_MODE=production DATABASE_URL=… KEY_DIR=… npm run keys -- pepper [step]`.
const HELP = `npm run keys -- make FOLDER       makes a folder of keys for each process below FOLDER; what is there stays
                                  --aws-kms       without a recovery key, which AWS KMS has
                                  --from EARLIER  first copies the keys of a folder that all processes read

With the KEY_DIR and DATABASE_URL of api:
npm run keys -- pepper            shows the peppers, and how many passwords are under each
npm run keys -- pepper next       makes a new one, which opens and makes nothing new yet
npm run keys -- pepper use        has new records made under it
npm run keys -- pepper retire     sets earlier ones aside, once nothing is under them
                                  --leave-behind  although passwords are: their users need a reset

With the KEY_DIR and DATABASE_URL of worker:
npm run keys -- broadcaster         shows the accounts with their open operations, and writes broadcaster.json for the
                                    other processes; works without DATABASE_URL too
npm run keys -- broadcaster next    makes another one, which sends nothing yet
npm run keys -- broadcaster use     has new payments sent by it
npm run keys -- broadcaster retire  sets earlier ones aside, once nothing of theirs is open

With the KEY_DIR and DATABASE_URL of recovery:
npm run keys -- recovery          shows the recovery keys, and how many wraps are under each
npm run keys -- recovery new      makes a new one, which is in use once recovery was restarted
npm run keys -- recovery retire   sets the earlier one aside, once no wrap is under it
                                  --leave-behind  although some are: their users can no longer reset their password`;

interface Given {
  readonly words: readonly string[];
  readonly folder: string;
  readonly now: Date;
}

/** What can be replaced. */
interface Replaceable {
  /** Of the process whose key it is. */
  readonly role: Role;
  /** @param database null where there is no DATABASE_URL */
  replace(given: Given, database: Database | null): Promise<StepOutcome>;
}

const { DATABASE_URL, KEY_DIR, RECOVERY_KEY } = withSecretFiles(process.env);
const NO_DATABASE = refused('DATABASE_URL is missing.');
const REPLACEABLE: ReadonlyMap<string, Replaceable> = new Map<string, Replaceable>([
  [
    'pepper',
    {
      role: 'kax_api',
      replace: async ({ words, ...place }, database) =>
        database === null
          ? NO_DATABASE
          : replacePepper(words, { ...place, countPasswords: () => countUnderPeppers(database) }),
    },
  ],
  [
    'broadcaster',
    {
      role: 'kax_worker',
      replace: ({ words, ...place }, database) =>
        replaceBroadcaster(words, {
          ...place,
          countUses: database && (() => countBroadcasterUses(database)),
        }),
    },
  ],
  [
    'recovery',
    {
      role: 'kax_recovery',
      async replace({ words, ...place }, database) {
        if (RECOVERY_KEY === 'aws-kms') {
          return refused(
            'AWS KMS replaces its key itself, and still opens what it wrapped before.',
          );
        }
        if (database === null) return NO_DATABASE;
        return replaceRecoveryKey(words, {
          ...place,
          countWraps: () => countRecoveryWraps(database),
        });
      },
    },
  ],
]);

const [what = '', ...words] = process.argv.slice(2);
const chosen = REPLACEABLE.get(what);
if (what === 'make') {
  process.exitCode = await runAlone(() => makeKeys(words));
} else if (chosen === undefined) {
  console.error(HELP);
  process.exitCode = 2;
} else if (!KEY_DIR) {
  console.error('KEY_DIR is missing.');
  process.exitCode = 2;
} else {
  const given = { words: words.length === 0 ? ['show'] : words, folder: KEY_DIR, now: new Date() };
  process.exitCode = await run(chosen, given);
}

/** @returns the exit code: 0 when the step was taken, 1 when it may not be, 2 when it could not be */
async function run({ role, replace }: Replaceable, given: Given): Promise<number> {
  if (!DATABASE_URL) return runAlone(() => replace(given, null));
  return runOnDatabase({ url: DATABASE_URL, role }, async (database) =>
    print(await replace(given, database)),
  );
}

async function runAlone(step: () => Promise<StepOutcome>): Promise<number> {
  try {
    return print(await step());
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    return 2;
  }
}

function print({ isDone, lines }: StepOutcome): number {
  for (const line of lines) console.log(line);
  return isDone ? 0 : 1;
}
