import { createCommonPasswords } from './adapters/common-passwords/common-passwords.ts';
import { createWorkPuzzles } from './adapters/key-vault/work-puzzles.ts';
import { createPostgresKnownDevices } from './adapters/postgres/accounts/known-devices.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createWorkDemand, type WorkDemand } from './application/work-demand.ts';
import type { ApiConfig } from './config.ts';
import type { CommonPasswords } from './ports/common-passwords.ts';
import type { KnownDevices } from './ports/known-devices.ts';
import type { RowSeals } from './ports/row-seals.ts';
import type { WorkPuzzles } from './ports/work-puzzles.ts';

/** What keeps strangers out of an account, and from locking its owner out. */
export interface SignInGuards {
  readonly puzzles: WorkPuzzles;
  readonly workDemand: WorkDemand;
  readonly knownDevices: KnownDevices;
  readonly commonPasswords: CommonPasswords;
  /** How long a session without a device key lasts at most. */
  readonly unboundSessionMs: number;
}

/** @param from the database, what seals its rows, and the pepper that puzzles belong to */
export function createSignInGuards(
  { work, unboundSessionMs }: Pick<ApiConfig, 'work' | 'unboundSessionMs'>,
  from: {
    readonly database: Pick<Database, 'pool'>;
    readonly seals: RowSeals;
    readonly pepper: Uint8Array;
  },
): SignInGuards {
  return {
    puzzles: createWorkPuzzles(from.pepper),
    workDemand: createWorkDemand(work),
    knownDevices: createPostgresKnownDevices(from.database, { seals: from.seals }),
    commonPasswords: createCommonPasswords(),
    unboundSessionMs,
  };
}
