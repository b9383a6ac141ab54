import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Operation, OperationDetails } from '#domain/operation/operation';
import type { PaymentGate } from '../../../application/admit-payment.ts';
import { type CallSession, type Client, type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PrivateTransactions, SendLater } from '../../../ports/private-transactions.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import type { ShieldedSeals } from '../../../ports/shielded-seals.ts';
import type { KeepOwnNote } from '../notes/keep-own-note.ts';
import {
  type PaidRequest,
  type PaidRequestPorts,
  refuseDiffering,
  refuseOverNow,
} from '../payment-requests/paid-request.ts';
import { isForContract } from './is-for-contract.ts';
import {
  mayHaveLostCommits,
  orderPrivateTransaction,
  privateDetails,
  UNKNOWN_COST,
} from './order-private-transaction.ts';
import type { PoolRules, PrivateTransaction } from './parse-pool-request.ts';
import type { PrivateBalancesPorts } from './private-balances.ts';
import { readPrivateFunds, refuseAbove } from './private-funds.ts';
import {
  type PricedPrivateTransaction,
  type PrivateTransactionTermsPorts,
  poolFeeOf,
  pricePrivateTransaction,
} from './private-transaction-terms.ts';
import { isForFunds, refuseNotReady, refusePoolClient } from './refuse-pool-client.ts';
import { messageOf, withSealedMessage } from './seal-message.ts';

export interface PrivateTransactionPorts
  extends PoolRules,
    PrivateBalancesPorts,
    PrivateTransactionTermsPorts,
    PaidRequestPorts {
  readonly operations: Operations;
  readonly privateTransactions: Pick<PrivateTransactions, 'store'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'isContract'>>;
  readonly poolClient: Pick<ShieldedPoolClient, 'terms' | 'estimatePrivateTransaction'>;
  readonly seals: Pick<ShieldedSeals, 'sign' | 'sealWith' | 'tagWith'>;
  readonly gate: Pick<PaymentGate, 'admit'>;
  readonly keepOwnNote: KeepOwnNote;
  /** The sender of private payments; null while no network has a pool. */
  readonly broadcasterAddress: PublicAddress | null;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly randomness: Randomness;
}

/** A request for a private payment: its user, its key, and its options. */
export interface PrivateTransactionCall {
  readonly privateTransaction: PrivateTransaction;
  readonly session: CallSession;
  readonly client: Client;
  readonly idempotencyKey: string;
  /** True when the response must not wait for the hash. */
  readonly respondAsync: boolean;
  /** Sent at a random moment within this many minutes; null for immediately. */
  readonly withinMinutes: number | null;
  /** What its user noted for themselves, as `parseOwnNote` returns it; left out for none. */
  readonly ownNote?: string;
  /** Null where it pays no payment request. */
  readonly paid: PaidRequest | null;
  /** Left out where it sets no money aside for a payment by link. */
  readonly forClaim?: FundedClaim;
}

/** A payment by link that a private transaction sets the money aside for. */
export interface FundedClaim {
  /** Whom it is for, and what they are told: what an approval names. */
  readonly recipient: string;
  readonly message: string | null;
  /** Base units, without what is set aside for its end. */
  readonly amount: BaseUnits;
  /** Stores it, as the last thing before the transaction. @returns null when it is stored */
  readonly store: () => Promise<Refusal | null>;
}

const MINUTE_MS = 60_000;

/**
 * Checks, prices and admits a private payment from the user's own wallet, and stores it with its place in the queue.
 * @param fingerprint the request in one line
 */
export async function storeNewPrivateTransaction(
  ports: PrivateTransactionPorts,
  request: PrivateTransactionCall,
  fingerprint: string,
): Promise<{ readonly operation: Operation } | Refusal> {
  const { privateTransaction, session } = request;
  if (ports.broadcasterAddress === null) throw new Error('There is no broadcaster.');
  const other = await refuseOther(ports, request);
  if (other !== null) return other;
  if (await isForContract(ports.chains, privateTransaction, session))
    return refuse('recipient-is-contract');
  const funds = await readPrivateFunds(ports, privateTransaction, session);
  if ('refused' in funds) return funds;
  const above = await refuseAbove(ports, { amount: privateTransaction.amount, ...funds }, session);
  // What the database lost may have spent the money: the prover looks for it before it says so.
  const mayBeMade = () => mayHaveLostCommits(ports, privateTransaction.network.chainId);
  if (above !== null && !(above.refused === 'amount-above-balance' && (await mayBeMade())))
    return above;
  const priced = await pricePrivateTransaction(ports, privateTransaction);
  if ('refused' in priced) return priced;
  const poolFee = await poolFeeOf(ports.poolClient, privateTransaction);
  if (poolFee === null) return refuseNotReady();
  const estimate = await ports.poolClient.estimatePrivateTransaction(
    session.userId,
    priced.request,
  );
  if (!estimate.ok && !(isForFunds(estimate.problem) && (await mayBeMade())))
    return refusePoolClient(estimate.problem);
  const { gas, broadcasterFee } = estimate.ok ? estimate.response : UNKNOWN_COST;
  const details = privateDetails(ports, request, {
    ...{ account: ports.broadcasterAddress, spender: session.privateAddress as PrivateAddress },
    ...{ priced, gas, poolFee: poolFee.fee, broadcasterFee },
  });
  const { chainId } = details;
  const { forClaim } = request;
  const named = forClaim && { recipient: forClaim.recipient, message: forClaim.message };
  const leaving = {
    ...privateTransaction,
    ...named,
    amount: forClaim?.amount ?? privateTransaction.amount,
  };
  const admission = await ports.gate.admit(request, { chainId, ...leaving });
  if ('refused' in admission) return admission;
  const unstored = (await forClaim?.store()) ?? null;
  const stored = unstored ?? (await store(ports, request, { details, priced, fingerprint }));
  const isRefused = 'refused' in stored && stored.refused !== 'idempotency-key-reused';
  if (isRefused) await admission.giveBack();
  return stored;
}

/** Compares the payment with the request that it pays, if it pays one. */
async function refuseOther(
  ports: PrivateTransactionPorts,
  { privateTransaction, session, paid }: PrivateTransactionCall,
): Promise<Refusal | null> {
  if (paid === null) return null;
  const poolFee = await poolFeeOf(ports.poolClient, privateTransaction);
  if (poolFee === null) return refuseNotReady();
  const { kind, token, recipient, amount } = privateTransaction;
  const part = { kind, tokenId: token.id, recipient, amount, feeBps: poolFee.bps };
  return refuseDiffering(ports, paid, { ...part, userId: session.userId });
}

async function store(
  ports: PrivateTransactionPorts,
  { privateTransaction, session, idempotencyKey, withinMinutes, paid }: PrivateTransactionCall,
  {
    details,
    priced,
    fingerprint,
  }: {
    readonly details: OperationDetails;
    readonly priced: PricedPrivateTransaction;
    readonly fingerprint: string;
  },
): Promise<{ readonly operation: Operation } | Refusal> {
  const message = messageOf(privateTransaction);
  const sealed = await withSealedMessage(ports, session, { terms: priced.terms, message });
  if (!sealed.ok) return refuse('unauthorized');
  return orderPrivateTransaction(
    ports,
    {
      ...{ details, idempotencyKey, fingerprint, terms: sealed.value },
      later: withinMinutes === null ? null : drawMoment(ports, details.createdAt, withinMinutes),
      ...(paid && { paymentRequest: paid.tag }),
    },
    async () => (paid === null ? refuse('payment-request-over') : refuseOverNow(ports, paid)),
  );
}

/** Every moment of the window is equally likely. */
function drawMoment(
  { randomness }: PrivateTransactionPorts,
  from: Date,
  minutes: number,
): SendLater {
  const bytes = randomness.bytes(6);
  const drawn = bytes.reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** (8 * bytes.length);
  const spanMs = minutes * MINUTE_MS;
  return {
    at: new Date(from.getTime() + Math.floor(drawn * spanMs)),
    windowEnd: new Date(from.getTime() + spanMs),
  };
}
