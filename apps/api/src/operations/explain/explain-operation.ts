import type { TransactionHash } from '#domain/address/address';
import { type BaseUnits, sumUnits } from '#domain/amount/base-units';
import {
  isOpen,
  isSent,
  isSigned,
  type Operation,
  type SignedOperation,
} from '#domain/operation/operation';
import type { NodeView, ReadSignedCost, Sighting } from '../../ports/node-inspection.ts';
import type { FoundOperation } from '../../ports/open-operations.ts';
import { msUntilClaimEnds } from '../claim-end.ts';
import { type SignedTransaction, signedTransactionsOf } from '../signed-transactions.ts';
import { historyOf, type PastEvent } from './history.ts';
import { nextStep } from './next-step.ts';
import type { Situation } from './situation.ts';
import { whyOpen } from './why-open.ts';

/** An operation in a list: ids and addresses, no amount, no recipient, nothing of its user but the id. */
export interface ListEntry {
  readonly id: string;
  readonly kind: Operation['kind'];
  readonly status: Operation['status'];
  readonly userId: string;
  readonly chainId: number;
  readonly network: string;
  readonly account: string;
  /** Null before it is signed. */
  readonly nonce: number | null;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly why: string;
  readonly next: string;
}

/** @returns an operation as a list shows it. */
export function listEntry(found: FoundOperation, situation: Situation): ListEntry {
  const { operation, dueAt } = found;
  const { id, kind, status, userId, chainId, account, createdAt } = operation;
  return {
    id,
    kind,
    status,
    userId,
    chainId,
    network: situation.network.name,
    account,
    nonce: isSigned(operation) ? operation.signing.nonce : null,
    createdAt,
    dueAt,
    why: whyOpen(found, situation),
    next: nextStep(found, situation.now),
  };
}

/** A signed transaction, and where it is. Fees are digits, base units of the native coin. */
export interface ExplainedTransaction
  extends Pick<SignedTransaction, 'role' | 'rung' | 'nonce' | 'hash'> {
  readonly maxFeePerGas: string;
  readonly maxFee: string;
  /** True when Kax sent it. */
  readonly isSent: boolean;
  readonly nodes: readonly { readonly host: string; readonly sighting: string }[];
}

/** The sending account on one node. The balance is digits, base units of the native coin. */
export type ExplainedAccount =
  | {
      readonly host: string;
      readonly latestBlock: string;
      readonly nextNonce: number;
      readonly nextPendingNonce: number;
      readonly balance: string;
      /** Whether it covers what is sent next; null when nothing is to be sent. */
      readonly isEnough: boolean | null;
    }
  | { readonly host: string; readonly problem: string };

/** Everything about one operation that its operator may see. */
export interface Explanation extends ListEntry {
  readonly feeSymbol: string;
  /** Milliseconds until no worker begins anything with it; null when none has it. */
  readonly claimEndsInMs: number | null;
  readonly claims: number;
  /** Digits, base units for one gas; null when no node responds. */
  readonly pricePerGas: string | null;
  readonly transactions: readonly ExplainedTransaction[];
  readonly accounts: readonly ExplainedAccount[];
  readonly history: readonly PastEvent[];
}

/**
 * @param views what each node knows of its account and its transactions
 * @returns everything about one operation, without amounts and recipients
 */
export function explainOperation(
  found: FoundOperation,
  situation: Situation,
  views: readonly NodeView[],
): Explanation {
  const { operation, dueAt, epoch } = found;
  const { now, feeSymbol, pricePerGas, readSignedCost } = situation;
  const needed = neededUnits(operation, readSignedCost);
  return {
    ...listEntry(found, situation),
    feeSymbol,
    claimEndsInMs: isOpen(operation) ? msUntilClaimEnds(dueAt, now) : null,
    claims: epoch,
    pricePerGas: pricePerGas?.toString() ?? null,
    transactions: isSigned(operation)
      ? signedTransactionsOf(operation).map((each) =>
          explained(each, operation, { views, readSignedCost }),
        )
      : [],
    accounts: views.map((view) => accountOn(view, needed)),
    history: historyOf(operation),
  };
}

interface Known {
  readonly views: readonly NodeView[];
  readonly readSignedCost: ReadSignedCost;
}

function explained(
  transaction: SignedTransaction,
  operation: SignedOperation,
  { views, readSignedCost }: Known,
): ExplainedTransaction {
  const { role, rung, nonce, hash, raw } = transaction;
  const { rungsTried } = operation.sending;
  const { maxFeePerGas, maxFee } = readSignedCost(raw);
  return {
    role,
    rung,
    nonce,
    hash,
    maxFeePerGas: maxFeePerGas.toString(),
    maxFee: maxFee.toString(),
    isSent: rung === null ? isCancellationSent(operation, hash) : rung <= rungsTried,
    nodes: views.map((view) => ({
      host: view.host,
      sighting: view.isResponding ? sightingText(view.sightings.get(hash)) : 'no response',
    })),
  };
}

/** One that was signed when the cancellation before it was sent already is sent next. */
function isCancellationSent({ signing, sending }: SignedOperation, hash: TransactionHash): boolean {
  const { cancelRequest, lastTriedAt } = sending;
  if (cancelRequest === null) return false;
  if (lastTriedAt !== null) return lastTriedAt > cancelRequest.at;
  return (signing.earlierCancellations ?? []).some((earlier) => earlier.hash === hash);
}

function sightingText(sighting: Sighting | undefined): string {
  if (sighting === undefined) return 'unknown';
  if (sighting.at === 'pool') return 'waiting';
  return `in block ${sighting.blockNumber}${sighting.isSuccess ? '' : ', reverted'}`;
}

function accountOn(view: NodeView, needed: BaseUnits | null): ExplainedAccount {
  const { host } = view;
  if (!view.isResponding) return { host, problem: view.problem };
  const { latestBlock, account, nextPendingNonce } = view;
  return {
    host,
    latestBlock: latestBlock.toString(),
    nextNonce: account.nextNonce,
    nextPendingNonce,
    balance: account.balance.toString(),
    isEnough: needed === null ? null : account.balance >= needed,
  };
}

/** What the account needs for the cheapest of what is sent next: one rung of each nonce, or the cancellations. */
function neededUnits(operation: Operation, readSignedCost: ReadSignedCost): BaseUnits | null {
  if (!isSent(operation)) return null;
  const wanted = operation.sending.cancelRequest === null ? 1 : null;
  const isApproved = operation.sending.approvedIn !== null;
  const cheapest = new Map<SignedTransaction['role'], SignedTransaction>();
  for (const each of signedTransactionsOf(operation).toReversed()) {
    if (each.rung === wanted && (each.role === 'payment' || !isApproved)) {
      cheapest.set(each.role, each);
    }
  }
  return sumUnits([...cheapest.values()].map(({ raw }) => readSignedCost(raw).needed));
}
