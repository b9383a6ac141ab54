import type { Entry } from '#domain/activity/entry-id';
import type { TransactionHash } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import { isSigned, isTerminal } from '#domain/operation/operation';
import { transactionHash } from '#domain/operation/outcome';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PublicHistory } from '../../../ports/public-history.ts';
import type { ShieldedViews } from '../../../ports/shielded-views.ts';
import { findPrivateItem } from '../history/find-private-item.ts';
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
  const found = await ports.vault.withViewKey(session, (viewKey) =>
    findPrivateItem(
      ports.views,
      { userId: session.userId, chainId: network.chainId, viewKey },
      { hash, since: null },
    ),
  );
  if (!found.ok) return without(refuse('unauthorized'));
  if (found.value === null) {
    return without(refuse(entry.kind === 'operation' ? 'receipt-not-final' : 'unknown-entry'));
  }
  const { item } = found.value;
  const state = await ports.history.state(network.chainId);
  const isFinal = state !== null && BigInt(item.blockNumber) <= state.finalizedNumber;
  if (!isFinal) return without(refuse('receipt-not-final'));
  return privatePaymentOf(item, {
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
