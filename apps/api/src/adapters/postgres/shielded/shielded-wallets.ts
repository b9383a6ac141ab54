import type pg from 'pg';
import type {
  SealedShieldedWallet,
  ShieldedProgress,
  ShieldedWallets,
  ShieldedWorker,
} from '../../../ports/shielded-wallets.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { wallets } from '../schema/accounts.ts';
import type { shieldedWallets, shieldedWorkers } from '../schema/shielded.ts';

/** Channel that announces a chain's id when a wallet was sealed for its pool's process. */
export const SHIELDED_WALLETS_CHANNEL = 'shielded_wallets';
/** Channel that announces a chain's id when its pool's process began a run. */
export const SHIELDED_WORKERS_CHANNEL = 'shielded_workers';

/** What was sealed a moment ago stays: its session may be newer than what a statement sees. */
const SETTLES_MS = 2_000;

/** A worker's row, as several statements read it. */
export type WorkerRow = Omit<RowOf<typeof shieldedWorkers>, 'started_at'>;

export const WORKER = statement<WorkerRow>('select * from shielded_workers where chain_id = $1');

export const PUT = statement(`
  with stored as (
    insert into shielded_wallets (user_id, chain_id, key_id, sealed, sealed_at)
    select user_id, $2, $3, $4, $5 from wallets where user_id = $1
    on conflict (user_id, chain_id) do update
    set key_id = excluded.key_id, sealed = excluded.sealed, sealed_at = excluded.sealed_at,
      opened_at = case when shielded_wallets.key_id = excluded.key_id then shielded_wallets.opened_at end
  )
  select pg_notify('${SHIELDED_WALLETS_CHANNEL}', $2::int::text)`);

export const BEAT = statement(
  `update shielded_workers set seen_at = $3, looked_block = $4, looked_at = $5, is_complete = $6, proof_ms = $7,
     prover = $8, proofs_at_once = $9
   where chain_id = $1 and key_id = $2`,
);

export const LIST_WANTED = statement<
  RowOf<typeof shieldedWallets, 'user_id'> &
    RowOf<typeof wallets, 'private_address' | 'custody'> & { readonly is_open: boolean }
>(`select s.user_id, w.private_address, w.custody, s.opened_at is not null as is_open
   from shielded_wallets s join wallets w on w.user_id = s.user_id where s.key_id = $1`);

export const MARK_OPEN = statement(
  'update shielded_wallets set opened_at = $3 where key_id = $1 and user_id = any($2)',
);

type SealedRow = RowOf<typeof shieldedWallets, 'user_id' | 'sealed'> &
  RowOf<typeof wallets, 'private_address' | 'custody'> & { readonly pool_block: number | null };

export const READ_SEALED = statement<SealedRow>(
  `select s.user_id, w.private_address, w.custody, s.sealed, (w.pool_blocks ->> $3)::int as pool_block
   from shielded_wallets s join wallets w on w.user_id = s.user_id
   where s.key_id = $1 and s.user_id = any($2)`,
);

export const DROP_SIGNED_OUT = statement(
  `delete from shielded_wallets w where key_id = $1 and sealed_at < $2 and user_id <> all($5)
   and not exists (select 1 from sessions s
     where s.user_id = w.user_id and s.ends_at > $3 and s.last_active_at > $4)`,
);

export const DROP = statement('delete from shielded_wallets where key_id = $1 and user_id = $2');

export const ANNOUNCE = statement(
  `insert into shielded_workers (chain_id, key_id, public_key, mac, started_at, terms, seen_at, looked_block,
     looked_at, is_complete, proof_ms, prover, proofs_at_once)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (chain_id) do update set key_id = excluded.key_id, public_key = excluded.public_key,
     mac = excluded.mac, started_at = excluded.started_at, terms = excluded.terms, seen_at = excluded.seen_at,
     looked_block = excluded.looked_block, looked_at = excluded.looked_at,
     is_complete = excluded.is_complete, proof_ms = excluded.proof_ms, prover = excluded.prover,
     proofs_at_once = excluded.proofs_at_once`,
);

export const DROP_OF_OTHER_RUNS = statement(
  'delete from shielded_wallets where chain_id = $1 and key_id <> $2',
);

export const NOTIFY = statement('select pg_notify($1, $2)');

/** Private wallets and the processes that hold them, in PostgreSQL. */
export function createPostgresShieldedWallets({
  pool,
}: {
  readonly pool: pg.Pool;
}): ShieldedWallets {
  return {
    async worker(chainId) {
      const row = await readFirst(pool, WORKER, [chainId]);
      return row === null ? null : workerOf(row);
    },
    async put({ userId, chainId, keyId, sealed, now }) {
      await run(pool, PUT, [userId, chainId, keyId, sealed, now]);
    },
    announce: (worker) => inTransaction(pool, (connection) => announce(connection, worker)),
    async beat({ chainId, keyId }, progress, now) {
      return (await run(pool, BEAT, [chainId, keyId, now, ...columnsOf(progress)])) === 1;
    },
    async listWanted(keyId) {
      const rows = await readAll(pool, LIST_WANTED, [keyId]);
      return rows.map((row) => ({
        userId: row.user_id,
        privateAddress: row.private_address,
        custody: row.custody,
        isMarkedOpen: row.is_open,
      }));
    },
    async markOpen(keyId, userIds, now) {
      await run(pool, MARK_OPEN, [keyId, userIds, now]);
    },
    readSealed: (ofRun, userIds) => readSealed(pool, ofRun, userIds),
    async dropSignedOut({ keyId, now, idleSince, except }) {
      const sealedBefore = new Date(now.getTime() - SETTLES_MS);
      await run(pool, DROP_SIGNED_OUT, [keyId, sealedBefore, now, idleSince, except]);
    },
    async drop(keyId, userId) {
      await run(pool, DROP, [keyId, userId]);
    },
  };
}

/** @returns a worker as the ports name it */
export function workerOf(row: WorkerRow): ShieldedWorker {
  const { terms, looked_at: lookedAt, looked_block: lookedBlock } = row;
  return {
    chainId: row.chain_id,
    key: { keyId: row.key_id, publicKey: row.public_key, mac: row.mac },
    terms: {
      chainId: row.chain_id,
      shieldFeeBps: BigInt(terms.shieldFeeBps),
      unshieldFeeBps: BigInt(terms.unshieldFeeBps),
      spender: terms.spender,
      shieldMessage: terms.shieldMessage,
    },
    seenAt: row.seen_at,
    looked:
      lookedAt === null || lookedBlock === null
        ? null
        : { block: BigInt(lookedBlock), at: lookedAt },
    isComplete: row.is_complete,
    proofMs: row.proof_ms,
    prover: row.prover,
    proofsAtOnce: row.proofs_at_once,
  };
}

/** @returns how far a process is, as both statements store it */
function columnsOf({ looked, isComplete, proofMs, prover, proofsAtOnce }: ShieldedProgress) {
  const block = looked?.block ?? null;
  return [block, looked?.at ?? null, isComplete, Math.round(proofMs), prover, proofsAtOnce];
}

async function announce(connection: pg.PoolClient, worker: ShieldedWorker): Promise<void> {
  const { chainId, key, terms, seenAt } = worker;
  await run(connection, ANNOUNCE, [
    chainId,
    key.keyId,
    key.publicKey,
    key.mac,
    seenAt,
    {
      shieldFeeBps: terms.shieldFeeBps.toString(),
      unshieldFeeBps: terms.unshieldFeeBps.toString(),
      spender: terms.spender,
      shieldMessage: terms.shieldMessage,
    },
    seenAt,
    ...columnsOf(worker),
  ]);
  await run(connection, DROP_OF_OTHER_RUNS, [chainId, key.keyId]);
  await run(connection, NOTIFY, [SHIELDED_WORKERS_CHANNEL, String(chainId)]);
}

async function readSealed(
  pool: pg.Pool,
  { chainId, keyId }: { readonly chainId: number; readonly keyId: string },
  userIds: readonly string[],
): Promise<readonly SealedShieldedWallet[]> {
  const rows = await readAll(pool, READ_SEALED, [keyId, userIds, String(chainId)]);
  return rows.map((row) => ({
    userId: row.user_id,
    privateAddress: row.private_address,
    custody: row.custody,
    sealed: row.sealed,
    createdAtBlock: row.pool_block,
  }));
}
