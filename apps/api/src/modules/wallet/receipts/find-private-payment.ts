import type { Entry } from '#domain/activity/entry-id';
import type { TransactionHash } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import { isSigned, isTerminal } from '#domain/operation/operation';
import { transactionHash } from '#domain/operation/outcome';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PublicHistory } from '../../../ports/public-history.ts';
import type { ShieldedViews, TimedHistoryItem, ViewOwner } from '../../../ports/shielded-views.ts';
import { type PrivatePaymentRules, privatePaymentOf } from './private-payment-of.ts';
import { type FoundPayment, without } from './receipt-payment.ts';

export interface PrivatePaymentPorts extends Pick<PrivatePaymentRules, 'wrappedNatives'> {
  readonly networks: readonly Network[];
  readonly poolChainIds: readonly number[];
  readonly views: Pick<ShieldedViews, 'readHistory'>;
  readonly history: Pick<PublicHistory, 'state'>;
  readonly operations: Pick<Operations, 'find'>;
  readonly vault: Pick<KeyVault, 'withViewKey'>;
}

/** Rows for each read of the history. */
const BATCH = 200;

/** Finds a payment from or to the user's private address in their sealed history. No node is asked about it. */
export async function findPrivatePayment(
  ports: PrivatePaymentPorts,
  entry: Entry,
  session: CallSession,
): Promise<FoundPayment> {
  const network = ports.networks.find(({ chainId }) => ports.poolChainIds.includes(chainId));
  if (network === undefined) return without(refuse('unknown-entry'));
  const hash = await hashOf(ports, entry, { session, network });
  if (typeof hash !== 'string') return without(hash);
  const item = await ports.vault.withViewKey(session, (viewKey) =>
    findItem(ports, { userId: session.userId, chainId: network.chainId, viewKey }, hash),
  );
  if (!item.ok) return without(refuse('unauthorized'));
  if (item.value === null) {
    return without(refuse(entry.kind === 'operation' ? 'receipt-not-final' : 'unknown-entry'));
  }
  const state = await ports.history.state(network.chainId);
  const isFinal = state !== null && BigInt(item.value.blockNumber) <= state.finalizedNumber;
  if (!isFinal) return without(refuse('receipt-not-final'));
  return privatePaymentOf(item.value, {
    ...{ network, session },
    wrappedNatives: ports.wrappedNatives,
  });
}

/** @returns the transaction of an entry, or why it has none */
async function hashOf(
  { operations }: Pick<PrivatePaymentPorts, 'operations'>,
  entry: Entry,
  { session, network }: { readonly session: CallSession; readonly network: Network },
): Promise<TransactionHash | Refusal> {
  if (entry.kind === 'transaction') {
    return entry.chainId === network.chainId ? entry.transactionHash : refuse('unknown-entry');
  }
  if (entry.kind !== 'operation') return refuse('receipt-not-possible');
  const found = await operations.find(session.userId, entry.operationId);
  if (found === null || found.operation.chainId !== network.chainId) return refuse('unknown-entry');
  const { operation } = found;
  if (!isTerminal(operation)) return refuse('receipt-not-final');
  const hash =
    operation.status === 'confirmed' && isSigned(operation) ? transactionHash(operation) : null;
  return hash ?? refuse('receipt-not-possible');
}

/** Every row is sealed, so they are opened one after another, the newest first. */
async function findItem(
  { views }: Pick<PrivatePaymentPorts, 'views'>,
  owner: ViewOwner,
  hash: TransactionHash,
): Promise<TimedHistoryItem | null> {
  let before: number | null = null;
  for (;;) {
    const rows = await views.readHistory(owner, { before, limit: BATCH });
    const found = rows.find(({ item }) => item.transactionHash === hash);
    if (found !== undefined) return found.item;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return null;
    before = last.position;
  }
}
