import { createWorkPuzzles } from './adapters/key-vault/work-puzzles.ts';
import { createPostgresKnownDevices } from './adapters/postgres/accounts/known-devices.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createWorkDemand, type WorkDemand, type WorkRules } from './application/work-demand.ts';
import type { KnownDevices } from './ports/known-devices.ts';
import type { RowSeals } from './ports/row-seals.ts';
import type { WorkPuzzles } from './ports/work-puzzles.ts';

/** What keeps strangers from locking an owner out. */
export interface SignInGuards {
  readonly puzzles: WorkPuzzles;
  readonly workDemand: WorkDemand;
  readonly knownDevices: KnownDevices;
}

/** @param from the database, what seals its rows, the pepper that puzzles belong to, and when work is asked for */
export function createSignInGuards(from: {
  readonly database: Pick<Database, 'pool'>;
  readonly seals: RowSeals;
  readonly pepper: Uint8Array;
  readonly work: WorkRules;
}): SignInGuards {
  return {
    puzzles: createWorkPuzzles(from.pepper),
    workDemand: createWorkDemand(from.work),
    knownDevices: createPostgresKnownDevices(from.database, { seals: from.seals }),
  };
}
