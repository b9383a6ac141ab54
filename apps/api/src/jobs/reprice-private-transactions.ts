import type { PublicAddress } from '#domain/address/address';
import { ZERO_UNITS } from '#domain/amount/base-units';
import { canBeRepriced } from '#domain/operation/following';
import type { SentOperation } from '#domain/operation/operation';
import { createJob, type Job } from '../application/job.ts';
import type { OperationError } from '../operations/advance-claims.ts';
import { withinLimit } from '../operations/broadcaster-bid.ts';
import { LONGEST_WAIT_MS } from '../operations/claim-end.ts';
import {
  planRepricing,
  type RepricingTerms,
  signRepricing,
} from '../operations/reprice-operation.ts';
import type { AssemblyPorts } from '../operations/sign-plan.ts';
import type { BroadcasterSigners } from '../ports/broadcaster.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { PublicSigner } from '../ports/key-vault.ts';
import type { BroadcasterBalance, PrivateTransactions } from '../ports/private-transactions.ts';
import {
  ChainUnavailable,
  type PublicChain,
  type ReadSignedTransaction,
} from '../ports/public-chain.ts';

export interface RepricePrivateTransactionsPorts extends Pick<AssemblyPorts, 'assemble'> {
  readonly privateTransactions: Pick<PrivateTransactions, 'listSent' | 'reprice'>;
  readonly broadcasters: BroadcasterSigners;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'balances'>>;
  /** By chain id. */
  readonly calls: ReadonlyMap<number, Pick<ContractCalls, 'presentFees'>>;
  /** The contracts of each pool, by chain id. */
  readonly poolContracts: ReadonlyMap<number, readonly PublicAddress[]>;
  readonly readSigned: ReadSignedTransaction;
  /** The most that one payment may cost, base units of the native coin. */
  readonly feeLimit: bigint;
  readonly clock: Clock;
  readonly report: (error: OperationError) => void;
}

/** So a payment is re-priced at most this often by one worker; each time it has to pay at least 30 % more. */
const EVERY_MS = 30_000;
const AFTER_ERROR_MS = 30_000;
/** Read like a token, but at no contract. */
const NATIVE_COIN = { address: null };

/**
 * Signs a dearer transaction for what the broadcaster sent and the network charges more for by now, and stores it. It
 * sends nothing: whoever advances operations finds it stored. No payment keeps the ones behind its nonce waiting for
 * fees to fall, unless they are above the limit.
 * @returns the job, not started.
 */
export function createRepricePrivateTransactions(ports: RepricePrivateTransactionsPorts): Job {
  return createJob({
    ...ports,
    run: () => repricePrivateTransactions(ports),
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'Sent private payments could not be read or re-priced.',
  });
}

/** One run: re-prices what needs it on every chain that has a pool. */
export async function repricePrivateTransactions(
  ports: RepricePrivateTransactionsPorts,
): Promise<void> {
  for (const chainId of ports.poolContracts.keys()) {
    try {
      await repriceOnChain(ports, chainId);
    } catch (cause) {
      if (!(cause instanceof ChainUnavailable)) throw cause;
      ports.report({ message: 'The chain did not respond.', cause });
    }
  }
}

async function repriceOnChain(
  ports: RepricePrivateTransactionsPorts,
  chainId: number,
): Promise<void> {
  const { privateTransactions, broadcasters, clock } = ports;
  const sent = await privateTransactions.listSent(chainId);
  const tried = sent.filter((each) => canBeRepriced(each, clock.now()));
  for (const [account, operations] of Map.groupBy(tried, (each) => each.account)) {
    const signer = broadcasters.get(account);
    if (signer !== undefined) await repriceLane(ports, { chainId, signer, operations });
    else reportMissingKey(ports, account, operations);
  }
}

/** What one account sent under nonces that follow each other. */
interface Lane {
  readonly chainId: number;
  readonly signer: PublicSigner;
  readonly operations: readonly SentOperation[];
}

async function repriceLane(
  ports: RepricePrivateTransactionsPorts,
  { chainId, signer, operations }: Lane,
): Promise<void> {
  const { clock, readSigned } = ports;
  const chain = ports.chains.get(chainId);
  const calls = ports.calls.get(chainId);
  const contracts = ports.poolContracts.get(chainId);
  if (!chain || !calls || !contracts) return;
  const readAt = clock.now();
  const [network, { blockNumber, units }] = await Promise.all([
    calls.presentFees(),
    chain.balances(signer.address, [NATIVE_COIN]),
  ]);
  const present = withinLimit(network, ports.feeLimit);
  const balance = { readAt, blockNumber, nativeBalance: units[0] ?? ZERO_UNITS };
  const terms = { present, contracts, readSigned };
  const inOrder = operations.toSorted((one, other) => one.signing.nonce - other.signing.nonce);
  for (const operation of inOrder) {
    const problem = await repriceOne(ports, operation, { signer, terms, balance }).catch(
      (cause: unknown) => ({ cause }),
    );
    if (problem === null) continue;
    const message = 'A private payment could not be re-priced; those behind it wait too.';
    ports.report({ message, operationId: operation.id, cause: problem.cause });
    return;
  }
}

/** Who signs, and what it is compared with. */
interface RepricingBy {
  readonly signer: PublicSigner;
  readonly terms: RepricingTerms;
  readonly balance: BroadcasterBalance;
}

function reportMissingKey(
  { report }: RepricePrivateTransactionsPorts,
  account: PublicAddress,
  operations: readonly SentOperation[],
): void {
  const message = 'A private payment waits for a worker with the key of its account.';
  const cause = new Error(`This worker does not have the key of ${account}.`);
  for (const { id: operationId } of operations) report({ message, operationId, cause });
}

/** For the log. */
interface Problem {
  readonly cause: unknown;
}

/** @returns why it stays as it is although the network charges more; null when it does not have to wait. */
async function repriceOne(
  { privateTransactions, assemble, clock }: RepricePrivateTransactionsPorts,
  operation: SentOperation,
  { signer, terms, balance }: RepricingBy,
): Promise<Problem | null> {
  // Nothing is locked for a payment that pays enough.
  if (planRepricing({ operation, leastGasPrice: null }, terms).kind === 'sufficient') return null;
  const { fees, pricePerGas } = terms.present;
  let problem: Problem | null = null;
  const now = clock.now();
  const dueBefore = new Date(now.getTime() + LONGEST_WAIT_MS);
  await privateTransactions.reprice(operation, { now, dueBefore, balance }, async (payment) => {
    // Another worker may have re-priced it since it was listed.
    if (!canBeRepriced(payment.operation, now)) return null;
    const planned = planRepricing(payment, terms);
    if (planned.kind === 'above-limit') {
      const cause = `The network charges ${pricePerGas} for one gas, and a payment may cost ${fees.feeCap}.`;
      problem = { cause: new Error(cause) };
    }
    if (planned.kind !== 'planned') return null;
    const { plan } = planned;
    if (plan.fees.feeCeiling > payment.available) {
      const { feeCeiling } = plan.fees;
      const cause = `The broadcaster needs ${feeCeiling}, and has ${payment.available}.`;
      problem = { cause: new Error(cause) };
      return null;
    }
    return signRepricing(plan, { signer, assemble, account: payment.operation.account, at: now });
  });
  return problem;
}
