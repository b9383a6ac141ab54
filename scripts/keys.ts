import { countUnderPeppers } from '../apps/api/src/adapters/postgres/accounts/pepper-uses.ts';
import { runOnDatabase } from './database/run-on-database.ts';
import { replacePepper } from './keys/replace-pepper.ts';

// Replaces the pepper: `KAX_MODE=production DATABASE_URL=… KEY_DIR=… npm run keys -- pepper [next | use | retire]`.
const HELP = `npm run keys -- pepper            shows the peppers of KEY_DIR, and how many passwords are under each
npm run keys -- pepper next       makes a new one, which opens and makes nothing new yet
npm run keys -- pepper use        has new records made under it
npm run keys -- pepper retire     sets earlier ones aside, once nothing is under them
                                  --leave-behind  although passwords are: their users need a reset`;

const { DATABASE_URL: url, KEY_DIR: folder } = process.env;
const [what, step = 'show', ...options] = process.argv.slice(2);
if (what !== 'pepper') {
  console.error(HELP);
  process.exitCode = 2;
} else if (!url || !folder) {
  console.error('DATABASE_URL or KEY_DIR is missing.');
  process.exitCode = 2;
} else {
  process.exitCode = await run({ url, folder });
}

/** @returns the exit code: 0 when the step was taken, 1 when it may not be, 2 when it could not be */
function run(given: { readonly url: string; readonly folder: string }): Promise<number> {
  return runOnDatabase(given.url, async (database) => {
    const { isDone, lines } = await replacePepper([step, ...options], {
      folder: given.folder,
      countPasswords: () => countUnderPeppers(database),
      now: new Date(),
    });
    for (const line of lines) console.log(line);
    return isDone ? 0 : 1;
  });
}
