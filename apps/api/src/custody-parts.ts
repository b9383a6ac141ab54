import { createCustodyChallenges } from './adapters/key-vault/custody-challenges.ts';
import { createPostgresCustodyChanges } from './adapters/postgres/accounts/custody-changes.ts';
import { createPostgresOwnerWraps } from './adapters/postgres/accounts/owner-wraps.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import type { CustodyChallenges } from './ports/custody-challenges.ts';
import type { CustodyChanges } from './ports/custody-changes.ts';
import type { OwnerWraps } from './ports/owner-wraps.ts';

/** @returns what changes who has the keys of a wallet; its challenges are made with the key that seals rows */
export function createCustodyParts(
  database: Pick<Database, 'pool'>,
  secret: Uint8Array,
): {
  readonly custodyChallenges: CustodyChallenges;
  readonly custodyChanges: CustodyChanges;
  readonly ownerWraps: OwnerWraps;
} {
  return {
    custodyChallenges: createCustodyChallenges(secret),
    custodyChanges: createPostgresCustodyChanges(database),
    ownerWraps: createPostgresOwnerWraps(database),
  };
}
