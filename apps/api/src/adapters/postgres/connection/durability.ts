import type pg from 'pg';
import { readFirst, statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** What a commit of ours waits for, and who else receives it. */
export interface CommitSettings {
  readonly fsync: string;
  readonly synchronousCommit: string;
  /** Empty when no commit waits for a standby. */
  readonly synchronousStandbyNames: string;
  /** Standbys that follow this server; null when our role may not tell a standby from a backup. */
  readonly standbys: number | null;
  /** The role to grant something to. */
  readonly role: string;
}

type SettingsRow = {
  readonly fsync: string;
  readonly synchronous_commit: string;
  readonly standby_names: string;
  readonly followers: number;
  readonly standbys: number;
  readonly may_read: boolean;
  readonly role: string;
};

/** A base backup is sent like a standby's changes and ends by itself; a logical subscriber is never promoted. */
export const COMMIT_SETTINGS = statement<SettingsRow>(`
  select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
    current_setting('synchronous_standby_names') as standby_names, current_user::text as role,
    pg_has_role(current_user, 'pg_read_all_stats', 'usage') as may_read,
    (select count(*)::int from pg_stat_get_wal_senders()) as followers,
    (select count(*)::int from pg_stat_get_wal_senders() w
     where w.state is distinct from 'backup' and not exists (
       select from pg_replication_slots s where s.active_pid = w.pid and s.slot_type = 'logical')) as standbys`);

/** @returns what a commit on one of our connections waits for */
export async function readCommitSettings(connection: Queryable): Promise<CommitSettings> {
  const row = await readFirst(connection, COMMIT_SETTINGS);
  if (row === null) throw new Error('The database reports no settings.');
  const isKnown = row.may_read || row.followers === 0;
  return {
    fsync: row.fsync,
    synchronousCommit: row.synchronous_commit,
    synchronousStandbyNames: row.standby_names,
    standbys: isKnown ? row.standbys : null,
    role: row.role,
  };
}

/** `remote_write` waits for a standby's memory, `local` for no standby at all. */
const SAFE_WITH_STANDBYS = ['on', 'remote_apply'];

/**
 * A payment is sent as soon as its commit returned, so a commit must survive the crash of the server and, where
 * there are standbys, a failover to one.
 * @returns why a commit could be lost, with what to do; null when it cannot
 */
export function findCommitRisk(
  settings: CommitSettings,
  allowsAsyncStandby: boolean,
): string | null {
  const { fsync, synchronousCommit, synchronousStandbyNames, standbys, role } = settings;
  if (fsync === 'off') return 'fsync is off: a crash loses commits. Set fsync to on.';
  if (synchronousCommit === 'off') {
    return 'synchronous_commit is off: a crash loses commits. Set synchronous_commit to on.';
  }
  if (allowsAsyncStandby) return null;
  if (synchronousStandbyNames.trim() !== '') {
    return SAFE_WITH_STANDBYS.includes(synchronousCommit)
      ? null
      : `synchronous_commit is ${synchronousCommit}: a failover loses commits. Set it to on or remote_apply${ACCEPT}.`;
  }
  if (standbys === 0) return null;
  return standbys === null
    ? `Something follows the database, and ${role} cannot see what. Run: grant pg_read_all_stats to ${role}. If it is a standby, set synchronous_standby_names${ACCEPT}.`
    : `The database has a standby, but no commit waits for one: a failover loses commits. Set synchronous_standby_names${ACCEPT}.`;
}

const ACCEPT = ', or accept the loss with ALLOW_ASYNC_STANDBY=true';

/** Throws `CommitsAtRisk` when a commit on one of these connections could be lost. */
export async function requireDurableCommits(
  { pool }: { readonly pool: pg.Pool },
  { allowsAsyncStandby }: { readonly allowsAsyncStandby: boolean },
): Promise<void> {
  const risk = findCommitRisk(await readCommitSettings(pool), allowsAsyncStandby);
  if (risk !== null) throw new CommitsAtRisk(risk);
}

/** The database can lose what it has committed, and with it the record of a payment that was sent. */
export class CommitsAtRisk extends Error {
  constructor(risk: string) {
    super(`The database can lose committed payments. ${risk}`);
    this.name = 'CommitsAtRisk';
  }
}
