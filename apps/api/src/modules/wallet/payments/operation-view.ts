import type { Network } from '#domain/network/network';
import { isCancelled, isCancelledTooLate, isCancelling } from '#domain/operation/cancellation';
import { failureSentence } from '#domain/operation/failure-sentence';
import {
  isPrivateTransaction,
  isRequested,
  isSigned,
  isTerminal,
  type Operation,
} from '#domain/operation/operation';
import {
  isPaidInPart,
  networkFeePaid,
  receivedUnits,
  transactionHash,
} from '#domain/operation/outcome';
import { operationSteps } from '#domain/operation/steps';
import { canHappen } from '#domain/operation/transition';
import type { Token } from '#domain/token/token';
import type { OperationView } from '#wire/wallet/operation';
import type { ObservedOperation, PrivateTransactionProgress } from '../../../ports/operations.ts';

/**
 * An operation in its wire format.
 * @returns the view; throws when the operation's network or token is no longer configured.
 */
export function operationView(
  { operation, heads, progress }: ObservedOperation,
  networks: readonly Network[],
): OperationView {
  const { kind } = operation;
  if (!isRequested(kind)) throw new Error(`Operation ${operation.id} is not a user’s payment.`);
  const network = networks.find((candidate) => candidate.chainId === operation.chainId);
  if (network === undefined) throw new TokenNotConfigured(operation, 'network');
  const token = tokenOf(operation, network, operation.tokenId);
  const feeToken = tokenOf(operation, network, operation.feeTokenId);
  const hash = isSigned(operation) ? transactionHash(operation) : null;
  const { pool } = operation;
  return {
    id: operation.id,
    kind,
    status: operation.status,
    tokenId: token.id,
    symbol: token.symbol,
    decimals: token.decimals,
    chainId: network.chainId,
    chain: network.name,
    amount: operation.amount.toString(),
    from:
      isPrivateTransaction(operation) && pool !== null ? pool.privateAddress : operation.account,
    to: operation.recipient,
    transactionHash: hash,
    explorerUrl:
      hash === null ? null : (network.explorerTransactionUrl?.replace('{hash}', hash) ?? null),
    fee: {
      estimated: operation.estimatedFee.toString(),
      paid: networkFeePaid(operation)?.toString() ?? null,
      symbol: feeToken.symbol,
      decimals: feeToken.decimals,
    },
    poolFee: pool === null || kind === 'internal-transfer' ? null : `${pool.poolFee}`,
    broadcasterFee: pool?.broadcasterFee?.toString() ?? null,
    received: receivedUnits(operation).toString(),
    arrived: 'inclusion' in operation ? (operation.inclusion.arrived?.toString() ?? null) : null,
    queuePlace: progress?.place ?? null,
    sendWindow: windowOf(operation, progress),
    isCancellable: isCancellable(operation),
    isCancelling: isCancelling(operation),
    isCancelled: isCancelled(operation),
    isPaidInPart: isPaidInPart(operation),
    isCancelledTooLate: isCancelledTooLate(operation),
    canSpeedUp: canHappen(operation, { type: 'speed-up-requested' }),
    failure: failureSentence(operation),
    steps: operationSteps(operation, {
      latestBlock: heads?.latestBlock ?? null,
      blocksUntilFinal: network.blocksUntilFinal,
      proofShare: progress?.share ?? null,
    }).map((step) => ({ ...step, at: step.at?.toISOString() ?? null })),
    createdAt: operation.createdAt.toISOString(),
    updatedAt: lastChange(operation).toISOString(),
  };
}

function isCancellable(operation: Operation): boolean {
  if (isSigned(operation)) {
    const at = operation.signing.signedAt;
    return canHappen(operation, { type: 'cancellation-requested', reason: 'user', at });
  }
  return isPrivateTransaction(operation) && !isTerminal(operation);
}

/** Once it is signed it is sent immediately, so the window no longer applies. */
function windowOf(
  operation: Operation,
  progress: PrivateTransactionProgress | null,
): OperationView['sendWindow'] {
  const span = progress?.sendWindow ?? null;
  if (span === null || isSigned(operation)) return null;
  return { from: span.from.toISOString(), to: span.to.toISOString() };
}

function lastChange(operation: Operation): Date {
  if ('endedAt' in operation) return operation.endedAt;
  if (!isSigned(operation)) return operation.createdAt;
  if ('inclusion' in operation) return operation.inclusion.minedAt;
  return operation.sending.lastTriedAt ?? operation.signing.signedAt;
}

function tokenOf(operation: Operation, network: Network, tokenId: string): Token {
  const token = network.tokens.find((candidate) => candidate.id === tokenId);
  if (token === undefined) throw new TokenNotConfigured(operation, 'token');
  return token;
}

/** A stored operation needs a network or token that was removed from the configuration. */
export class TokenNotConfigured extends Error {
  constructor(operation: Operation, missing: 'network' | 'token') {
    super(
      `Operation ${operation.id} needs the ${missing} of ${operation.tokenId} on chain ${operation.chainId}. ` +
        'Put it back into the networks file.',
    );
    this.name = 'TokenNotConfigured';
  }
}
