import type { PublicAddress } from '#domain/address/address';
import { type BaseUnits, gasCost, ZERO_UNITS } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { feeCeiling, type LadderFees, USUAL_RUNGS } from '#domain/operation/fee-ladder';
import type { FailureReason } from '#domain/operation/operation';
import type { PublicPlan } from '#signing/public/plan';
import { createJob, type Job } from '../application/job.ts';
import type { OperationError } from '../operations/advance-claims.ts';
import { bidFees, isPoolCall, leastBid, withinLimit } from '../operations/broadcaster-bid.ts';
import { planTransactions } from '../operations/plan-transactions.ts';
import { type AssemblyPorts, requirePlanned, signPlan } from '../operations/sign-plan.ts';
import type { BroadcasterSigners } from '../ports/broadcaster.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContractCalls, PresentFees } from '../ports/contract-calls.ts';
import {
  type PrivateTransactionPricing,
  type PrivateTransactions,
  type ProvedJob,
  WANTED_FOR_MS,
} from '../ports/private-transactions.ts';
import { ChainUnavailable, type PublicChain } from '../ports/public-chain.ts';
import { type ReconcileProvedPorts, reconcileProved } from './reconcile-proved.ts';

export interface SignProvedPrivateTransactionsPorts extends Pick<AssemblyPorts, 'assemble'> {
  readonly privateTransactions: Pick<
    PrivateTransactions,
    'claimProved' | 'sign' | 'adopt' | 'fail' | 'postpone' | 'expire'
  >;
  readonly operations: ReconcileProvedPorts['operations'];
  readonly broadcasters: BroadcasterSigners;
  /** By chain id. */
  readonly chains: ReadonlyMap<
    number,
    Pick<PublicChain, 'balances'> & ReconcileProvedPorts['chain']
  >;
  /** By chain id. */
  readonly calls: ReadonlyMap<number, Pick<ContractCalls, 'presentFees' | 'refusalOf'>>;
  /** The contracts of each pool, by chain id: nothing else is ever called with the broadcaster's key. */
  readonly poolContracts: ReadonlyMap<number, readonly PublicAddress[]>;
  /** The most that one payment may cost, base units of the native coin. */
  readonly feeLimit: bigint;
  readonly clock: Clock;
  readonly report: (error: OperationError) => void;
  /** A payment was signed and stored: it can be sent. */
  readonly onSigned: () => void;
}

const EVERY_MS = 250;
const AFTER_ERROR_MS = 2_000;
const LEASE_MS = 30_000;
const LIMIT = 10;
const AGAIN_MS = 5_000;
/** A payment that cannot be signed for this long is given up, so that its notes are free for another. */
const UNPAID_FOR_MS = 10 * 60 * 1_000;
/** Reported while the balance still covers this many payments at their highest price. */
const LOW_BELOW = 50n;
const NATIVE_DECIMALS = 18;
/** Read like a token, but at no contract. */
const NATIVE_COIN = { address: null };

/**
 * Signs proved private payments with the broadcaster's account and stores them signed: from then on they are
 * advanced to their end like every other operation. A payment that the network would refuse ends before.
 * @returns the job, not started.
 */
export function createSignProvedPrivateTransactions(
  ports: SignProvedPrivateTransactionsPorts,
): Job {
  return createJob({
    ...ports,
    run: () => signProvedPrivateTransactions(ports),
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'Proved payments could not be read or stored.',
  });
}

/** One run: gives up what waited too long, and signs what is proved, one after the other. */
export async function signProvedPrivateTransactions(
  ports: SignProvedPrivateTransactionsPorts,
): Promise<void> {
  const { privateTransactions, clock } = ports;
  const now = clock.now();
  await privateTransactions.expire(new Date(now.getTime() - WANTED_FOR_MS), now);
  for (const job of await privateTransactions.claimProved({
    now,
    leaseMs: LEASE_MS,
    limit: LIMIT,
  })) {
    try {
      await signOne(ports, job);
    } catch (cause) {
      const isExpected = cause instanceof ChainUnavailable;
      const message = isExpected ? 'The chain did not respond.' : 'A payment could not be signed.';
      ports.report({ message, operationId: job.operation.id, cause });
      await privateTransactions.postpone(job, new Date(clock.now().getTime() + AGAIN_MS));
    }
  }
}

/** @param nextInPools known once the records were compared with the network */
async function signOne(
  ports: SignProvedPrivateTransactionsPorts,
  job: ProvedJob,
  nextInPools?: number,
): Promise<void> {
  const { broadcasters } = ports;
  const { operation, call } = job;
  if (!isForPool(ports, job))
    return give(ports, job, { reason: 'would-revert', cause: 'It is no call of the pool.' });
  const signer = broadcasters.get(operation.account);
  if (signer === undefined) return waitForKey(ports, job);
  const { calls } = networkOf(ports, job);
  const { present, fees, pricing } = await priceJob(ports, job, nextInPools);
  const { nativeBalance } = pricing;
  if (call.gasLimit * leastBid(job.leastGasPrice, present.pricePerGas) > fees.feeCap) {
    return postponeUnpaid(
      ports,
      job,
      'The network charges more than its nodes or the limit for one payment allow.',
    );
  }
  const isLow = nativeBalance < pricing.feeCeiling * LOW_BELOW;
  if (isLow && operation.kind === 'consolidation') {
    return give(ports, job, {
      reason: 'broadcaster-underfunded',
      cause: 'The remaining balance is reserved for payments.',
    });
  }
  if (nativeBalance < pricing.feeCeiling) return waitForFunds(ports, job, nativeBalance);
  const refusal = await calls.refusalOf(operation.account, {
    to: call.to,
    value: call.value,
    data: call.data,
    gas: call.gasLimit,
    gasPrice: fees.maxFeePerGas,
  });
  const isCompared = nextInPools !== undefined;
  if (refusal !== null && !(isCompared && mayBeCopied(job))) {
    // Its notes may be spent because this very payment was made, and lost by the database.
    return unlessMade(ports, job, (next) =>
      next !== undefined && mayBeCopied(job)
        ? signOne(ports, job, next)
        : give(ports, job, { reason: reasonOf(refusal), cause: refusal }),
    );
  }
  const outcome = await ports.privateTransactions.sign(job, pricing, async (nonce) => {
    const plan = planOf(job, fees, nonce);
    return requirePlanned(ports, plan, await signPlan(signer, plan));
  });
  if (outcome.kind === 'signed') ports.onSigned();
  if (outcome.kind === 'insufficient-funds') return waitForFunds(ports, job, outcome.available);
  if (outcome.kind === 'frozen') {
    // Ended, it never leaves; but the database may have lost that it has left already.
    return unlessMade(ports, job, () =>
      give(ports, job, { reason: 'frozen', cause: 'The account of its user is frozen.' }),
    );
  }
  if (outcome.kind === 'reconciling') {
    return unlessMade(ports, job, (next) =>
      !isCompared && next !== undefined ? signOne(ports, job, next) : postpone(ports, job),
    );
  }
  if (isLow) {
    const message = 'The broadcaster will soon be out of money: send it more of the native coin.';
    ports.report({ message, cause: new Error(fundsOf(job, nativeBalance)) });
  }
}

interface PricedJob {
  readonly present: PresentFees;
  readonly fees: LadderFees;
  readonly pricing: PrivateTransactionPricing;
}

async function priceJob(
  ports: SignProvedPrivateTransactionsPorts,
  job: ProvedJob,
  nextInPools: number | undefined,
): Promise<PricedJob> {
  const { clock, feeLimit } = ports;
  const { gasLimit } = job.call;
  const { account } = job.operation;
  const { chain, calls } = networkOf(ports, job);
  const readAt = clock.now();
  const [network, balances, transactionCount] = await Promise.all([
    calls.presentFees(),
    chain.balances(account, [NATIVE_COIN]),
    chain.transactionCount(account, 'latest'),
  ]);
  const present = withinLimit(network, feeLimit);
  const { blockNumber, units } = balances;
  const [nativeBalance = ZERO_UNITS] = units;
  const fees = bidFees(job.leastGasPrice, present);
  const pricing: PrivateTransactionPricing = {
    readAt,
    blockNumber,
    nativeBalance,
    transactionCount,
    ...(nextInPools !== undefined && { nextInPools }),
    estimatedFee: gasCost(gasLimit, present.pricePerGas),
    feeCeiling: feeCeiling(gasLimit, fees),
  };
  return { present, fees, pricing };
}

function networkOf(
  ports: SignProvedPrivateTransactionsPorts,
  { operation: { chainId } }: Pick<ProvedJob, 'operation'>,
) {
  const chain = ports.chains.get(chainId);
  const calls = ports.calls.get(chainId);
  if (chain === undefined || calls === undefined) throw new Error(`There is no chain ${chainId}.`);
  return { chain, calls };
}

/** Gives a payment the transaction that the network has of it, or goes on when the records are complete. */
async function unlessMade(
  ports: SignProvedPrivateTransactionsPorts,
  job: ProvedJob,
  otherwise: (nextInPools: number | undefined) => Promise<void>,
): Promise<void> {
  const { chain } = networkOf(ports, job);
  const reconciled = await reconcileProved({ ...ports, chain }, job);
  if (reconciled.kind === 'complete') return otherwise(reconciled.nextInPools);
  if (reconciled.kind === 'reconciling') await postpone(ports, job);
}

async function postpone(
  { privateTransactions, clock }: SignProvedPrivateTransactionsPorts,
  job: ProvedJob,
): Promise<void> {
  await privateTransactions.postpone(job, new Date(clock.now().getTime() + AGAIN_MS));
}

function planOf({ operation, call }: ProvedJob, fees: LadderFees, nonce: number): PublicPlan {
  const { chainId, account } = operation;
  const { to, value, data, gasLimit: gas } = call;
  const calls = { chainId, account, approval: null, call: { to, value, data, gas } };
  return planTransactions(
    { ...calls, fees, rungs: USUAL_RUNGS },
    { nonce, approvalNonce: null, resetNonce: null },
  );
}

/** The stored call is not trusted blindly. */
function isForPool(
  { poolContracts }: SignProvedPrivateTransactionsPorts,
  { operation, call }: ProvedJob,
): boolean {
  const contracts = poolContracts.get(operation.chainId) ?? [];
  const { to, value, gasLimit: gas } = call;
  return isPoolCall({ to, value, gas }, contracts);
}

/**
 * After a failover, what the database lost, or a copy of it, may have spent the notes. Signed, a payment ends by what
 * final blocks say of its notes; unsigned, it would be called not sent. The refusal need not name the notes: the pool
 * looks first at the gas price that the lost payment had agreed.
 */
function mayBeCopied({ operation }: ProvedJob): boolean {
  return operation.kind !== 'consolidation';
}

function reasonOf(refusal: string): FailureReason {
  return /already spent/i.test(refusal) ? 'notes-spent' : 'would-revert';
}

async function give(
  { privateTransactions, clock, report }: SignProvedPrivateTransactionsPorts,
  { operation, epoch }: ProvedJob,
  { reason, cause }: { readonly reason: FailureReason; readonly cause: string },
): Promise<void> {
  const message = `A proved payment ends: ${reason}.`;
  report({ message, operationId: operation.id, cause: new Error(cause) });
  await privateTransactions.fail({ operationId: operation.id, epoch }, reason, clock.now());
}

async function waitForFunds(
  ports: SignProvedPrivateTransactionsPorts,
  job: ProvedJob,
  available: BaseUnits,
): Promise<void> {
  return postponeUnpaid(ports, job, `Send it more. ${fundsOf(job, available)}`);
}

/** While the broadcaster is replaced, another worker may know an account that this one does not know yet. */
async function waitForKey(
  ports: SignProvedPrivateTransactionsPorts,
  job: ProvedJob,
): Promise<void> {
  const { account, id: operationId } = job.operation;
  const message = 'A private payment waits for a worker with the key of its account.';
  const cause = new Error(`This worker does not have the key of ${account}.`);
  ports.report({ message, operationId, cause });
  await postpone(ports, job);
}

async function postponeUnpaid(
  ports: SignProvedPrivateTransactionsPorts,
  job: ProvedJob,
  cause: string,
): Promise<void> {
  const now = ports.clock.now();
  if (now.getTime() - dueSince(job) > UNPAID_FOR_MS) {
    return unlessMade(ports, job, () =>
      give(ports, job, { reason: 'broadcaster-underfunded', cause }),
    );
  }
  const message = 'The broadcaster cannot pay for a private payment.';
  // The log has nothing of a cause that is not an error.
  ports.report({ message, operationId: job.operation.id, cause: new Error(cause) });
  await ports.privateTransactions.postpone(job, new Date(now.getTime() + AGAIN_MS));
}

function fundsOf({ operation }: ProvedJob, units: BaseUnits): string {
  const there = baseUnitsToDisplay(units, NATIVE_DECIMALS);
  return `${operation.account} has ${there} of the native coin of chain ${operation.chainId}.`;
}

/** A payment that is sent later begins to wait at its send time. */
function dueSince({ provedAt, sendAt }: ProvedJob): number {
  return Math.max(provedAt.getTime(), sendAt?.getTime() ?? 0);
}
