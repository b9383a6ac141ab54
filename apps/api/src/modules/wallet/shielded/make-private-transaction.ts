import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type BaseUnits, gasCost } from '#domain/amount/base-units';
import { feeCeiling } from '#domain/operation/fee-ladder';
import type { Operation, OperationDetails } from '#domain/operation/operation';
import type { PaymentGate } from '../../../application/admit-payment.ts';
import { type CallSession, type Client, type Refusal, refuse } from '../../../application/call.ts';
import { createRequestOnce } from '../../../operations/request-once.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LendingOutcome } from '../../../ports/key-vault.ts';
import type { Operations } from '../../../ports/operations.ts';
import {
  type PrivateTransactionRequest,
  type PrivateTransactions,
  privateTransactionRequestLine,
  type SendLater,
} from '../../../ports/private-transactions.ts';
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
  fingerprintOf as requestFingerprint,
} from '../payment-requests/paid-request.ts';
import type { MoneyResponse } from '../payments/money-response.ts';
import { isForContract } from './is-for-contract.ts';
import type { PoolRules, PrivateTransaction } from './parse-pool-request.ts';
import type { PrivateBalancesPorts } from './private-balances.ts';
import { readPrivateFunds, refuseAbove } from './private-funds.ts';
import { respondToPrivateTransaction } from './private-transaction-response.ts';
import {
  type PricedPrivateTransaction,
  type PrivateTransactionTermsPorts,
  poolFeeOf,
  pricePrivateTransaction,
} from './private-transaction-terms.ts';
import { isForFunds, refuseNotReady, refusePoolClient } from './refuse-pool-client.ts';
import { messageFingerprint, messageOf, withSealedMessage } from './seal-message.ts';

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
}

/** Makes private payments: stores them with their place in the queue, and responds when they have a hash. */
export type MakePrivateTransaction = (
  request: PrivateTransactionCall,
) => Promise<MoneyResponse | Refusal>;

type Stored =
  | { readonly kind: 'stored'; readonly operation: Operation }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const MINUTE_MS = 60_000;

/** @returns the function that makes private payments for a call. */
export function createMakePrivateTransaction(
  ports: PrivateTransactionPorts,
): MakePrivateTransaction {
  const once = createRequestOnce<Stored>(ports.operations);
  return async (request) => {
    const { session, idempotencyKey } = request;
    const line = await fingerprintOf(ports, request);
    if (!line.ok) return refuse('unauthorized');
    const fingerprint = line.value;
    const stored = await once({ userId: session.userId, idempotencyKey, fingerprint }, async () => {
      const made = await storeNew(ports, request, fingerprint);
      return 'refused' in made
        ? { kind: 'refused', refusal: made }
        : { kind: 'stored', operation: made.operation };
    });
    if (stored.kind === 'refused') return stored.refusal;
    if (stored.kind === 'key-reused') {
      return refuse('idempotency-key-reused', { operationId: stored.operationId });
    }
    const { operation } = stored;
    await ports.keepOwnNote(session, { operationId: operation.id, text: request.ownNote ?? '' });
    // The response does not wait for a moment that is hours away.
    const isWaitedFor = !request.respondAsync && request.withinMinutes === null;
    return respondToPrivateTransaction(ports, operation, isWaitedFor);
  };
}

/** @returns the request in one line, in which a message is a tag; `locked` when the session ended meanwhile */
async function fingerprintOf(
  ports: PrivateTransactionPorts,
  { privateTransaction, session, idempotencyKey, withinMinutes, paid }: PrivateTransactionCall,
): Promise<LendingOutcome<string>> {
  const { kind, token, amount, recipient } = privateTransaction;
  const message = messageOf(privateTransaction);
  const tag = await messageFingerprint(ports, session, { idempotencyKey, message });
  if (!tag.ok) return tag;
  const later = withinMinutes === null ? '' : ` within ${withinMinutes}`;
  const isShown = kind === 'internal-transfer' && privateTransaction.showsSender;
  const line = `${kind} ${token.id} ${amount} ${recipient}${later}${tag.value}${requestFingerprint(paid)}`;
  return { ok: true, value: isShown ? `${line} shows sender` : line };
}

async function storeNew(
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
  const details = detailsOf(ports, request, {
    account: ports.broadcasterAddress,
    ...{ priced, gas, poolFee: poolFee.fee, broadcasterFee },
  });
  const { chainId } = details;
  const admission = await ports.gate.admit(request, { chainId, ...privateTransaction });
  if ('refused' in admission) return admission;
  const stored = await store(ports, request, { details, priced, fingerprint });
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

/** Of what is known only when it is proved or found. */
const UNKNOWN_COST = { gas: 0n, broadcasterFee: null } as const;

/** True for a day after a failover. */
async function mayHaveLostCommits(
  { operations, broadcasterAddress: account }: PrivateTransactionPorts,
  chainId: number,
): Promise<boolean> {
  if (account === null) return false;
  const records = await operations.records({ chainId, account, userId: null });
  return records.failover !== 'none' || records.hasRecovered;
}

function detailsOf(
  { randomness, clock }: PrivateTransactionPorts,
  { privateTransaction, session }: PrivateTransactionCall,
  {
    account,
    priced,
    gas,
    poolFee,
    broadcasterFee,
  }: {
    readonly account: PublicAddress;
    readonly priced: PricedPrivateTransaction;
    readonly gas: bigint;
    readonly poolFee: BaseUnits;
    readonly broadcasterFee: BaseUnits | null;
  },
): OperationDetails {
  const { kind, network, token, feeToken, amount, recipient } = privateTransaction;
  const privateAddress = session.privateAddress as PrivateAddress;
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
    pool: { privateAddress, poolFee, broadcasterFee },
    createdAt: clock.now(),
  };
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
  const terms = sealed.value;
  const line = privateTransactionRequestLine({
    operationId: details.id,
    userId: session.userId,
    terms,
  });
  const request: PrivateTransactionRequest = {
    details,
    idempotencyKey,
    fingerprint,
    terms,
    signature: ports.seals.sign('spend', line),
    later: withinMinutes === null ? null : drawMoment(ports, details.createdAt, withinMinutes),
    ...(paid && { paymentRequest: paid.tag }),
  };
  const outcome = await ports.privateTransactions.store(request);
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
      return refuse('private-operation-open', { operationId: outcome.operationId });
    case 'queue-full':
      return refuse('queue-full', { retryAfter: QUEUE_RETRY_S });
    case 'request-over':
      return paid === null ? refuse('payment-request-over') : refuseOverNow(ports, paid);
  }
}

const QUEUE_RETRY_S = 60;

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
