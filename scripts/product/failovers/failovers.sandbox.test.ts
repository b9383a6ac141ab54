import { afterEach, describe, expect, it } from 'vitest';
import {
  type ShieldedServers,
  startShieldedServers,
} from '../../../apps/api/src/shielded-servers.test-setup.ts';
import { failOverUnderLoad } from './fail-over-under-load.test-setup.ts';
import {
  type Commits,
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from './replicated-database.test-setup.ts';
import { FAILOVERS, USERS } from './run-settings.ts';

const names = Array.from({ length: USERS }, (_, index) => `user-${index}`);
/** Users of this test retry more often than people do. */
const LIMITS = { REQUESTS_PER_MINUTE: '100000', MONEY_CALLS_PER_MINUTE: '100000' };
const WITHIN_MS = 540_000 + FAILOVERS * 60_000;

let database: ReplicatedDatabase;
let servers: ShieldedServers;
afterEach(async () => {
  // A process that waits for a commit does not stop.
  await Promise.all([servers?.kill('main'), servers?.kill('worker')]);
  await servers?.stop();
  await database?.stop();
});

describe('a primary that is killed under load', () => {
  it(
    `loses nothing and pays nothing twice in ${FAILOVERS} failovers to a standby that commits wait for`,
    async () => {
      await start('wait for the standby');
      const verdict = await failOverUnderLoad({ database, servers, names });
      expect(verdict).toEqual({ lost: [], paidTwice: [], wrong: [], forgotten: [] });
    },
    WITHIN_MS,
  );

  it(
    `pays nothing twice in ${FAILOVERS} failovers to a standby that lacks the last commits, and reports each that it lacks`,
    async () => {
      await start('wait for no standby');
      const { forgotten, ...verdict } = await failOverUnderLoad({ database, servers, names });
      expect(verdict).toEqual({ lost: [], paidTwice: [], wrong: [] });
      expect(forgotten).not.toEqual([]);
      expect(await findUnreported()).toEqual([]);
    },
    WITHIN_MS,
  );
});

/** @returns what was found on the network, and what the log lacks of it */
async function findUnreported(): Promise<readonly string[]> {
  const log = await servers.logOf('main');
  const rows = await database.query<{ readonly hash: string }>(
    'select hash from recovered_transactions',
  );
  expect(rows).not.toEqual([]);
  return rows.map(({ hash }) => hash).filter((hash) => !log.includes(hash));
}

async function start(commits: Commits): Promise<void> {
  database = await startReplicatedDatabase(commits);
  await database.addStandby();
  servers = await startShieldedServers(names, database.url);
  await servers.start('main', LIMITS);
  await servers.start('worker', LIMITS);
}
