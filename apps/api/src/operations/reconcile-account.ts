import { type AccountRecords, doubtOf } from '#domain/operation/lost-commits';
import type { Clock } from '../ports/clock.ts';
import type { Operations } from '../ports/operations.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import type { FinalTransaction, RecordedAccount } from '../ports/recovered-transactions.ts';
import type { OperationError } from './advance-claims.ts';

export interface ReconcilePorts {
  readonly operations: Pick<Operations, 'records' | 'recover' | 'unexplained'>;
  readonly chain: Pick<
    PublicChain,
    'transactionCount' | 'nextInPools' | 'finalTransaction' | 'finalTransactionOf'
  >;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: (error: OperationError) => void;
}

/** `nextInPools` is left out where nothing is in doubt without it. */
export type ReconciledAccount =
  | { readonly kind: 'reconciling' }
  | { readonly kind: 'complete'; readonly nextInPools?: number };

/** So many are looked for by one request; the next one continues. */
const MOST_AT_ONCE = 20;
/** Of those that only the history names. */
const MOST_IN_HISTORY = 200;

/**
 * Compares the records of an account with the network, and stores the transactions that they lack: those of which a
 * failover lost the record.
 * @returns `complete`, with the account's next nonce above what waits in the nodes' pools, when nothing is missing any
 *   more; `reconciling` while something may be. Rejects with `ChainUnavailable`.
 */
export async function reconcileAccount(
  ports: ReconcilePorts,
  account: RecordedAccount,
): Promise<ReconciledAccount> {
  const { operations, chain } = ports;
  const before = await operations.records(account);
  const transactionCount = await chain.transactionCount(account.account, 'latest');
  const isBehind = doubtOf(before, { transactionCount }) === 'behind';
  if (isBehind) await recoverMissing(ports, account, { before, transactionCount });
  const records = isBehind ? await operations.records(account) : before;
  if (doubtOf(records, { transactionCount }) === null) return { kind: 'complete' };
  const nextInPools = await chain.nextInPools(account.account);
  const doubt = doubtOf(records, { transactionCount, nextInPools });
  return doubt === null ? { kind: 'complete', nextInPools } : { kind: 'reconciling' };
}

async function recoverMissing(
  ports: ReconcilePorts,
  account: RecordedAccount,
  {
    before,
    transactionCount,
  }: { readonly before: AccountRecords; readonly transactionCount: number },
): Promise<void> {
  const { operations, clock, report } = ports;
  const { nextRecorded, isExported } = before;
  // None of ours may be skipped. Where keys were exported, older ones are another wallet's, and there may be many.
  const first = isExported ? Math.max(nextRecorded, transactionCount - MOST_AT_ONCE) : nextRecorded;
  const end = Math.min(transactionCount, first + MOST_AT_ONCE);
  const nonces = Array.from({ length: end - first }, (_, index) => first + index);
  const transactions = await findInOrder(ports, account, nonces);
  const recovered = await operations.recover(account, { transactions, now: clock.now() });
  for (const { hash, nonce } of recovered) {
    const message = 'A transaction that the database had lost was reconciled with the network.';
    const which = `${hash}, nonce ${nonce} of ${account.account} on chain ${account.chainId}`;
    // The log has nothing of a cause that is not an error.
    report({ message, cause: new Error(which) });
  }
}

/** What comes after a missing one waits for it: the next nonce follows what is stored. */
async function findInOrder(
  ports: ReconcilePorts,
  account: RecordedAccount,
  nonces: readonly number[],
): Promise<readonly FinalTransaction[]> {
  const found: FinalTransaction[] = [];
  let known: ReadonlyMap<number, FinalTransaction> | null = null;
  for (const nonce of nonces) {
    const transaction = await ports.chain.finalTransaction(account.account, nonce);
    // A node that forgot the states still has the blocks, and the history names the transaction.
    if (transaction === null) known ??= await findInHistory(ports, account);
    const present = transaction ?? known?.get(nonce);
    if (present === undefined) return found;
    found.push(present);
  }
  return found;
}

async function findInHistory(
  { operations, chain }: ReconcilePorts,
  account: RecordedAccount,
): Promise<ReadonlyMap<number, FinalTransaction>> {
  const hashes = await operations.unexplained(account, MOST_IN_HISTORY);
  const found = await Promise.all(
    hashes.map((hash) => chain.finalTransactionOf(account.account, hash)),
  );
  return new Map(found.flatMap((each) => (each === null ? [] : [[each.nonce, each]])));
}
