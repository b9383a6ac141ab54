import { readMessage } from '#domain/message/private-message';
import { FAILOVER_RECENT_MS } from '#domain/operation/lost-commits';
import type {
  PrivateTransactionJob,
  PrivateTransactionTerms,
} from '../ports/private-transactions.ts';
import type { FinalPrivateCall } from '../ports/public-chain.ts';
import type {
  ShieldedHistoryItem,
  ShieldedMovement,
  ShieldedPool,
} from '../ports/shielded-pool.ts';
import type { SpendingWallet } from './open-wallets.ts';
import type { OpenedTerms } from './pool-transaction.ts';
import type { PoolWatch } from './pool-watch.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/**
 * `found`: the network has the payment, which is stored with its call, unless another process has the job by now.
 * `reconciling`: the network may have it. `none`: it was not made.
 */
export type LostPayment = 'found' | 'reconciling' | 'none';

/** A payment that is to be proved, and the wallet that it spends from. */
export interface WantedPayment {
  readonly job: PrivateTransactionJob;
  readonly wallet: SpendingWallet;
  /** To the recipient, opened; null for none. */
  readonly message: string | null;
}

/**
 * Looks whether a payment was already made, and its proof lost by the database: for a day after a failover, an outgoing
 * payment of the wallet with the same content that no operation has is this payment. The notes that it spent identify
 * it, so each is found once, whoever sent it.
 * Rejects with `ChainUnavailable` and `PoolUnavailable`.
 */
export async function findLostPayment(
  ports: ShieldingPorts,
  watch: Pick<PoolWatch, 'lookFor'>,
  wanted: WantedPayment,
): Promise<LostPayment> {
  const comparison = await ports.records.compare();
  if (comparison.kind === 'complete') return 'none';
  if (comparison.kind === 'reconciling') return 'reconciling';
  if ((await watch.lookFor(wanted.wallet, comparison.block)) === null) return 'reconciling';
  return findInHistory(ports, wanted);
}

async function findInHistory(
  { pool, privateTransactions, records, clock, report }: ShieldingPorts,
  { job, wallet, message }: WantedPayment,
): Promise<LostPayment> {
  const minedSince = new Date(clock.now().getTime() - FAILOVER_RECENT_MS);
  for (const item of await pool.history(wallet.walletId, 0)) {
    if (!isLikeIt(item, { terms: job.terms, message })) continue;
    // The history begins with the newest.
    if ((await timeOf(pool, item)) < minedSince) return 'none';
    const { transactionHash, broadcasterFee } = item;
    const call = await records.finalCall(transactionHash);
    if (call === null) return 'reconciling';
    if (!isSameRecipient(call, job.terms)) continue;
    // Whatever money a stranger sent along, the payment needs none.
    const found = { ...call, value: 0n, broadcasterFee };
    const stored = await privateTransactions.saveFound(job, found, clock.now());
    if (stored === 'notes-taken') continue;
    report({
      message: 'A private payment that the database had lost was found on the network.',
      cause: new Error(`${transactionHash} is that of ${job.operationId}`),
    });
    return 'found';
  }
  return 'none';
}

async function timeOf(
  pool: Pick<ShieldedPool, 'blockTimes'>,
  { blockNumber }: ShieldedHistoryItem,
): Promise<Date> {
  const time = (await pool.blockTimes([blockNumber])).get(blockNumber);
  if (time === undefined) throw new Error(`Block ${blockNumber} has no time.`);
  return time;
}

/** The wallet of a claim is emptied once, and a return of less or more is that return. */
function isLikeIt(item: ShieldedHistoryItem, { terms, message: wanted }: OpenedTerms): boolean {
  const isOfIt = ({ token, amount }: ShieldedMovement, fee: bigint) =>
    token.id === terms.tokenId && (terms.spender !== null || amount + fee === terms.amount);
  if (terms.kind === 'unshield') return item.unshielded.some((each) => isOfIt(each, item.poolFee));
  const readable = readMessage(wanted);
  return item.sent.some((each) => {
    const isToThem = each.counterparty === terms.recipient && each.memo === readable;
    return isToThem && isOfIt(each, 0n);
  });
}

/** A public recipient is in the calldata, also where a contract unwraps the native coin on the way to them. */
function isSameRecipient(
  { data }: FinalPrivateCall,
  { kind, recipient }: PrivateTransactionTerms,
): boolean {
  return kind !== 'unshield' || data.toLowerCase().includes(recipient.slice(2).toLowerCase());
}
