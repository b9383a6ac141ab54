import { FAILOVER_RECENT_MS } from '#domain/operation/lost-commits';
import {
  type ReconciledAccount,
  type ReconcilePorts,
  reconcileAccount,
} from '../operations/reconcile-account.ts';
import type { Operations } from '../ports/operations.ts';
import type { PrivateTransactions, ProvedJob } from '../ports/private-transactions.ts';

export interface ReconcileProvedPorts extends ReconcilePorts {
  readonly operations: ReconcilePorts['operations'] & Pick<Operations, 'findRecovered'>;
  readonly privateTransactions: Pick<PrivateTransactions, 'adopt'>;
}

/** What became of a proved payment that must not be signed or ended before the records are complete. */
export type Reconciled =
  /** The network may have it: look again later. */
  | { readonly kind: 'reconciling' }
  /** The network had it; the operation has its transaction now, or another process has the job. */
  | { readonly kind: 'adopted' }
  | Extract<ReconciledAccount, { kind: 'complete' }>;

/**
 * Compares the records of the broadcaster's account with the network. The call of a proof is like no other, so a
 * transaction with the same call is this payment, signed before the database lost it.
 */
export async function reconcileProved(
  ports: ReconcileProvedPorts,
  job: ProvedJob,
): Promise<Reconciled> {
  const { chainId, account } = job.operation;
  const recorded = { chainId, account, userId: null };
  const reconciled = await reconcileAccount(ports, recorded);
  if (reconciled.kind === 'reconciling') return reconciled;
  const { to, value, data } = job.call;
  const pattern = { to, value, dataLike: data.toLowerCase() };
  const minedSince = new Date(ports.clock.now().getTime() - FAILOVER_RECENT_MS);
  const found = await ports.operations.findRecovered(recorded, pattern, minedSince);
  if (found === null) return reconciled;
  await ports.privateTransactions.adopt(job, found, ports.clock.now());
  return { kind: 'adopted' };
}
