import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endLeftoverServer } from '#sandbox/database/cluster';
import { DirectoryInUse, lockHolder } from '#sandbox/processes/directory-lock';
import { endLeftover } from '#sandbox/processes/keep-running';
import { lockFileOf, type RunSettings, readSettings } from './running/settings.ts';
import { endLeftoverServers } from './running/start-servers.ts';

// `npm run reset`: removes what the product stores, and nothing else in DATA_DIR.
const ours = [
  'chain-avalanche',
  'chain-polygon',
  'database',
  'exchange',
  'keys',
  'lock',
  'logs',
  'processes',
  'recovery',
  'sandbox',
  'screenshots',
  'shielded',
];

await reset(readSettings());

async function reset(settings: RunSettings): Promise<void> {
  const { dataDir } = settings;
  if (!existsSync(dataDir)) return console.log(`${dataDir} is already empty.`);
  const holder = lockHolder(lockFileOf(settings));
  if (holder !== null) {
    console.error(new DirectoryInUse(dataDir, holder.pid).message);
    process.exitCode = 1;
    return;
  }
  await endWhatWasLeft(settings);
  for (const name of ours) await rm(join(dataDir, name), { recursive: true, force: true });
  const others = await readdir(dataDir);
  console.log(`Emptied ${dataDir}.`);
  if (others.length > 0) console.log(`Not ours, so kept: ${others.join(', ')}.`);
  if (settings.databaseUrl !== null) console.log('The database at DATABASE_URL was not changed.');
}

/** Processes of a killed copy still write to the directory. */
async function endWhatWasLeft(settings: RunSettings): Promise<void> {
  await endLeftoverServers(settings);
  await endLeftover(join(settings.dataDir, 'processes', 'web'));
  for (const part of ['exchange', 'chain-polygon', 'chain-avalanche']) {
    await endLeftover(join(settings.dataDir, part, 'pid'));
  }
  await endLeftoverServer(join(settings.dataDir, 'database', 'cluster'));
}
