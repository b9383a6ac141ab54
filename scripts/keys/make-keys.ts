import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AccountKeyMissing, KEY_FOLDERS, KeysDiffer, makeKeyFolders } from './make-key-folders.ts';
import { splitKeyFolder } from './split-key-folder.ts';
import { done, refused, type StepOutcome } from './steps.ts';

/**
 * `make FOLDER [--aws-kms] [--from EARLIER]…`: makes a folder of keys for each process, first from folders that all of
 * them read before. Rejects when a file cannot be read or written.
 */
export async function makeKeys(given: readonly string[]): Promise<StepOutcome> {
  const { values, positionals } = parse(given);
  const [home, ...more] = positionals;
  if (home === undefined || more.length > 0) {
    return refused('Name one folder: npm run keys -- make FOLDER');
  }
  const copied = [];
  for (const earlier of values.from) copied.push(...(await splitKeyFolder(earlier, home)));
  try {
    await makeKeyFolders(home, values['aws-kms'] ? 'aws-kms' : 'file');
  } catch (cause) {
    const isOfOperator = cause instanceof KeysDiffer || cause instanceof AccountKeyMissing;
    if (isOfOperator) return refused(cause.message);
    throw cause;
  }
  return done(
    ...KEY_FOLDERS.map((name) => `${join(home, name)} is the KEY_DIR of ${name}.`),
    'Give each to the user of its process, and keep a copy apart from the database.',
    ...(copied.length === 0
      ? []
      : [`Once every process runs with its own, delete: ${copied.join(', ')}`]),
  );
}

function parse(given: readonly string[]) {
  return parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      'aws-kms': { type: 'boolean', default: false },
      from: { type: 'string', multiple: true, default: [] },
    },
  });
}
