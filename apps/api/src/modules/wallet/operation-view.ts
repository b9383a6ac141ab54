import type { Network } from '#domain/network/network';
import { failureSentence } from '#domain/operation/failure-sentence';
import { type SignedOperation, transactionHash } from '#domain/operation/operation';
import { operationSteps } from '#domain/operation/steps';
import type { Token } from '#domain/token/token';
import type { OperationView } from '#wire/wallet/operation';
import type { ObservedOperation } from '../../ports/operations.ts';

/**
 * An operation as the wire carries it.
 * @returns the view; throws when the operation's network or token is no longer configured.
 */
export function operationView(
  { operation, heads }: ObservedOperation,
  networks: readonly Network[],
): OperationView {
  const network = networks.find((candidate) => candidate.chainId === operation.chainId);
  if (network === undefined) throw new TokenNotConfigured(operation, 'network');
  const token = tokenOf(operation, network, operation.tokenId);
  const feeToken = tokenOf(operation, network, operation.feeTokenId);
  const hash = transactionHash(operation);
  return {
    id: operation.id,
    kind: operation.kind,
    status: operation.status,
    tokenId: token.id,
    symbol: token.symbol,
    decimals: token.decimals,
    chainId: network.chainId,
    chain: network.name,
    amount: operation.amount.toString(),
    from: operation.account,
    to: operation.recipient,
    transactionHash: hash,
    explorerUrl: network.explorerTransactionUrl?.replace('{hash}', hash) ?? null,
    fee: {
      estimated: operation.estimatedFee.toString(),
      paid: 'inclusion' in operation ? operation.inclusion.feePaid.toString() : null,
      symbol: feeToken.symbol,
      decimals: feeToken.decimals,
    },
    poolFee: null,
    broadcasterFee: null,
    received: operation.amount.toString(),
    queuePlace: null,
    sendWindow: null,
    isCancellable: false,
    failure: failureSentence(operation),
    steps: operationSteps(operation, {
      latestBlock: heads?.latestBlock ?? null,
      blocksUntilFinal: network.blocksUntilFinal,
    }).map((step) => ({ ...step, at: step.at?.toISOString() ?? null })),
    createdAt: operation.createdAt.toISOString(),
    updatedAt: lastChange(operation).toISOString(),
  };
}

function lastChange(operation: SignedOperation): Date {
  if ('endedAt' in operation) return operation.endedAt;
  if ('inclusion' in operation) return operation.inclusion.minedAt;
  return operation.sending.lastTriedAt ?? operation.signing.signedAt;
}

function tokenOf(operation: SignedOperation, network: Network, tokenId: string): Token {
  const token = network.tokens.find((candidate) => candidate.id === tokenId);
  if (token === undefined) throw new TokenNotConfigured(operation, 'token');
  return token;
}

/** A stored operation needs a network or token that was taken out of the configuration. */
export class TokenNotConfigured extends Error {
  constructor(operation: SignedOperation, missing: 'network' | 'token') {
    super(
      `Operation ${operation.id} needs the ${missing} of ${operation.tokenId} on chain ${operation.chainId}. ` +
        'Put it back into the networks file.',
    );
    this.name = 'TokenNotConfigured';
  }
}
