import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type BaseUnits, gasCost } from '#domain/amount/base-units';
import { feeCeiling } from '#domain/operation/fee-ladder';
import type { Operation, OperationDetails } from '#domain/operation/operation';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Operations } from '../../../ports/operations.ts';
import {
  type PrivateTransactionRequest,
  type PrivateTransactions,
  privateTransactionRequestLine,
  type StoringObstacle,
} from '../../../ports/private-transactions.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { ShieldedSeals } from '../../../ports/shielded-seals.ts';
import type { PrivateTransaction } from './parse-pool-request.ts';
import type { PricedPrivateTransaction } from './private-transaction-terms.ts';

/** Of what is known only when it is proved or found. */
export const UNKNOWN_COST = { gas: 0n, broadcasterFee: null } as const;

/** @returns true for a day after a failover: the network may have what no operation has */
export async function mayHaveLostCommits(
  {
    operations,
    broadcasterAddress: account,
  }: {
    readonly operations: Pick<Operations, 'records'>;
    readonly broadcasterAddress: PublicAddress | null;
  },
  chainId: number,
): Promise<boolean> {
  if (account === null) return false;
  const records = await operations.records({ chainId, account, userId: null });
  return records.failover !== 'none' || records.hasRecovered;
}

/** Who sends a private transaction, from which wallet, and what it costs. */
interface PrivateCost {
  readonly account: PublicAddress;
  readonly spender: PrivateAddress;
  readonly priced: Pick<PricedPrivateTransaction, 'present'>;
  readonly gas: bigint;
  readonly poolFee: BaseUnits;
  readonly broadcasterFee: BaseUnits | null;
}

/** @returns the operation of a private transaction that isn't stored yet */
export function privateDetails(
  {
    randomness,
    clock,
  }: { readonly randomness: Pick<Randomness, 'uuid'>; readonly clock: Pick<Clock, 'now'> },
  {
    privateTransaction,
    session,
  }: { readonly privateTransaction: PrivateTransaction; readonly session: CallSession },
  { account, spender, priced, gas, poolFee, broadcasterFee }: PrivateCost,
): OperationDetails {
  const { kind, network, token, feeToken, amount, recipient } = privateTransaction;
  return {
    id: randomness.uuid(),
    userId: session.userId,
    kind,
    chainId: network.chainId,
    account,
    recipient,
    tokenId: token.id,
    amount,
    feeTokenId: feeToken.id,
    estimatedFee: gasCost(gas, priced.present.pricePerGas),
    feeCeiling: feeCeiling(gas, priced.present.fees),
    pool: { privateAddress: spender, poolFee, broadcasterFee },
    createdAt: clock.now(),
  };
}

const QUEUE_RETRY_S = 60;

/** @returns the refusal of a payment that others keep from being stored */
export function refuseObstacle(obstacle: StoringObstacle): Refusal {
  return obstacle.kind === 'open'
    ? refuse('private-operation-open', { operationId: obstacle.operationId })
    : refuse('queue-full', { retryAfter: QUEUE_RETRY_S });
}

/**
 * Signs a private transaction for the process that proves, and stores it with its place in the queue.
 * @param refuseOver says why a payment request can't be paid any more
 */
export async function orderPrivateTransaction(
  {
    seals,
    privateTransactions,
  }: {
    readonly seals: Pick<ShieldedSeals, 'sign'>;
    readonly privateTransactions: Pick<PrivateTransactions, 'store'>;
  },
  unsigned: Omit<PrivateTransactionRequest, 'signature'>,
  refuseOver: () => Promise<Refusal>,
): Promise<{ readonly operation: Operation } | Refusal> {
  const { details, terms, fingerprint } = unsigned;
  const { id: operationId, userId } = details;
  const line = privateTransactionRequestLine({ operationId, userId, terms });
  const outcome = await privateTransactions.store({
    ...unsigned,
    signature: seals.sign('spend', line),
  });
  switch (outcome.kind) {
    case 'stored':
      return outcome;
    case 'exists':
      return outcome.fingerprint === fingerprint
        ? outcome
        : refuse('idempotency-key-reused', { operationId: outcome.operation.id });
    case 'user-removed':
      return refuse('unauthorized');
    case 'frozen':
      return refuse('account-frozen');
    case 'open':
    case 'queue-full':
      return refuseObstacle(outcome);
    case 'plan-over':
      return refuse('plan-expired');
    case 'claim-over':
      return refuse('claim-over');
    case 'request-over':
      return refuseOver();
  }
}
