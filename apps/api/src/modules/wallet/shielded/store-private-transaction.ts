import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Operation, OperationDetails } from '#domain/operation/operation';
import type { AdmittedPayment, PaymentGate } from '../../../application/admit-payment.ts';
import { type CallSession, type Client, type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { PrivateTransactions, SendLater } from '../../../ports/private-transactions.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { SignedPrivatePlan } from '../../../ports/shielded-pool.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import type { ShieldedSeals } from '../../../ports/shielded-seals.ts';
import type { PlannedTerms } from '../../../ports/signing-plans.ts';
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
import { messageOf, withSealedParts } from './seal-message.ts';

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

/** What a private payment costs. */
interface PrivateCost {
  readonly gas: bigint;
  readonly broadcasterFee: BaseUnits | null;
}

/** Asks the pool what a payment costs, or for all that is signed of it. */
type ReadCost<Cost extends PrivateCost> = (
  priced: PricedPrivateTransaction,
  mayBeMade: () => Promise<boolean>,
) => Promise<Cost | Refusal>;

/** A private payment that may leave. */
export interface CheckedPrivateTransaction<Cost extends PrivateCost> {
  readonly details: OperationDetails;
  readonly priced: PricedPrivateTransaction;
  readonly cost: Cost;
  readonly admission: AdmittedPayment;
}

/** Checks, prices and admits a private payment from the user's own wallet. Nothing is stored. */
export async function checkPrivateTransaction<Cost extends PrivateCost>(
  ports: PrivateTransactionPorts,
  request: PrivateTransactionCall,
  readCost: ReadCost<Cost>,
): Promise<CheckedPrivateTransaction<Cost> | Refusal> {
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
  const cost = await readCost(priced, mayBeMade);
  if ('refused' in cost) return cost;
  const { gas, broadcasterFee } = cost;
  const details = privateDetails(ports, request, {
    ...{ account: ports.broadcasterAddress, spender: session.privateAddress as PrivateAddress },
    ...{ priced, gas, poolFee: poolFee.fee, broadcasterFee },
  });
  const admission = await admitPrivateTransaction(ports, request);
  return 'refused' in admission ? admission : { details, priced, cost, admission };
}

/** Admits what leaves with a private payment, which may be told by another name than where the notes go to. */
export function admitPrivateTransaction(
  { gate }: Pick<PrivateTransactionPorts, 'gate'>,
  request: PrivateTransactionCall,
): Promise<AdmittedPayment | Refusal> {
  const { privateTransaction, forClaim } = request;
  const { chainId } = privateTransaction.network;
  const named = forClaim && { recipient: forClaim.recipient, message: forClaim.message };
  const amount = forClaim?.amount ?? privateTransaction.amount;
  return gate.admit(request, { chainId, ...privateTransaction, ...named, amount });
}

/**
 * Checks, prices and admits a private payment from the user's own wallet, and stores it with its place in the queue.
 * @param fingerprint the request in one line
 */
export async function storeNewPrivateTransaction(
  ports: PrivateTransactionPorts,
  request: PrivateTransactionCall,
  fingerprint: string,
): Promise<{ readonly operation: Operation } | Refusal> {
  const { userId } = request.session;
  const checked = await checkPrivateTransaction(ports, request, async (priced, mayBeMade) => {
    const estimate = await ports.poolClient.estimatePrivateTransaction(userId, priced.request);
    if (estimate.ok) return estimate.response;
    const isRefused = !(isForFunds(estimate.problem) && (await mayBeMade()));
    return isRefused ? refusePoolClient(estimate.problem) : UNKNOWN_COST;
  });
  if ('refused' in checked) return checked;
  const { details, priced, admission } = checked;
  const unstored = (await request.forClaim?.store()) ?? null;
  const order = { details, terms: priced.terms, fingerprint, signed: null };
  const stored = unstored ?? (await storePrivateTransaction(ports, request, order));
  await giveBackUnstored(stored, admission);
  return stored;
}

/** What is not stored has not left. */
export async function giveBackUnstored(
  stored: { readonly operation: Operation } | Refusal,
  admission: AdmittedPayment,
): Promise<void> {
  const isRefused = 'refused' in stored && stored.refused !== 'idempotency-key-reused';
  if (isRefused) await admission.giveBack();
}

/** Compares the payment with the request that it pays, if it pays one. */
export async function refuseOther(
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

/** A checked private payment. */
interface OrderToStore {
  readonly details: OperationDetails;
  readonly terms: PlannedTerms;
  /** The request in one line. */
  readonly fingerprint: string;
  /** What its owner signed, and the plan that this ends; null where Kax has the keys. */
  readonly signed: (SignedPrivatePlan & { readonly planId: string }) | null;
}

/** Seals what only the process that proves may read, and stores the payment with its place in the queue. */
export async function storePrivateTransaction(
  ports: PrivateTransactionPorts,
  { privateTransaction, session, idempotencyKey, withinMinutes, paid }: PrivateTransactionCall,
  { details, terms, fingerprint, signed }: OrderToStore,
): Promise<{ readonly operation: Operation } | Refusal> {
  const message = messageOf(privateTransaction);
  const sealed = await withSealedParts(ports, session, { terms, message, signed });
  if (!sealed.ok) return refuse('unauthorized');
  return orderPrivateTransaction(
    ports,
    {
      ...{ details, idempotencyKey, fingerprint, terms: sealed.value },
      later: withinMinutes === null ? null : drawMoment(ports, details.createdAt, withinMinutes),
      ...(paid && { paymentRequest: paid.tag }),
      ...(signed && { takesPlan: signed.planId }),
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
