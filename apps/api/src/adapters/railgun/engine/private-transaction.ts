import {
  EVMGasType,
  getEVMGasTypeForTransaction,
  type TransactionGasDetails,
} from '@railgun-community/shared-models';
import { calculateBroadcasterFeeERC20Amount, fullWalletForID } from '@railgun-community/wallet';
import { expandViewingKeys } from '#pool/keys';
import { checkPrivatePlan } from '#signing/private/check-plan';
import { signPrivatePlan } from '#signing/private/sign-plan';
import type { ProofOrder } from '../../../ports/shielded-pool.ts';
import { type CallEstimate, estimateCalls } from './estimate-calls.ts';
import { chooseNotes, confirmationOf, type FeeNote } from './plan-private.ts';
import type { PrivateTransaction, Spender } from './private-transaction-calls.ts';
import { type ProvedTransaction, provePlanned } from './prove-planned.ts';
import { relayAdaptOf } from './relay-adapt-of.ts';
import type { RunningEngine } from './start-engine.ts';
import { type StoredPlan, writeStoredPlan } from './stored-plan.ts';

/** What is charged for the gas, in notes. */
export interface BroadcasterFee {
  readonly token: string;
  /** Base units of the token for 10^18 units of gas cost. */
  readonly feePerUnitGas: bigint;
  /** The broadcaster's private address. */
  readonly recipient: string;
}

/** What a transaction would cost, before it is proved. */
export interface PrivateEstimate {
  readonly gas: bigint;
  /** Paid as a note; null when the broadcaster charges nothing. */
  readonly broadcasterFee: bigint | null;
  /** How long its proofs are going to take, milliseconds. */
  readonly proofMs: number;
}

/** A payment, and what its gas costs. */
export interface PrivateRequest {
  readonly spender: Spender;
  readonly transaction: PrivateTransaction;
  /** Price of a unit of gas, base units of the native coin; a paid broadcaster is held to it. */
  readonly gasPrice: bigint;
  /** Null when the broadcaster charges nothing. */
  readonly fee: BroadcasterFee | null;
}

/** Estimates on the chain what the transaction would use. Rejects when the notes do not suffice. */
export async function estimatePrivate(
  engine: RunningEngine,
  request: PrivateRequest,
): Promise<PrivateEstimate> {
  const details = gasDetails(engine, request, 0n);
  const { gas, notes } = await estimate(engine, request, details);
  return {
    gas,
    proofMs: engine.prover.times.expected(notes),
    broadcasterFee: feeNoteOf(request, { ...details, gasEstimate: gas })?.amount ?? null,
  };
}

/**
 * Chooses the notes of a transaction and makes all that is signed and proved of it. Whoever signs it checks that it is
 * what was confirmed; its proofs can be made at any time after. Rejects when the notes do not suffice.
 */
export async function planPrivate(
  engine: RunningEngine,
  request: PrivateRequest,
): Promise<StoredPlan & Pick<PrivateEstimate, 'proofMs'>> {
  const { transaction } = request;
  const { gas, notes } = await estimate(engine, request, gasDetails(engine, request, 0n));
  const feeNote = feeNoteOf(request, gasDetails(engine, request, gas));
  const chosen = await chooseNotes(engine, { ...request, feeNote });
  const { kind, recipient } = transaction;
  const proofMs = engine.prover.times.expected(notes);
  return { ...chosen, kind, recipient, gas, broadcasterFee: feeNote?.amount ?? null, proofMs };
}

/**
 * Plans the transaction, checks and signs the plan with the spending key of the opened wallet, and makes its proofs and
 * the transaction with them. Rejects when the order's signal says so.
 */
export async function provePrivate(
  engine: RunningEngine,
  request: PrivateRequest,
  order: ProofOrder = { urgency: 'interactive' },
): Promise<ProvedTransaction> {
  order.signal?.throwIfAborted();
  const plan = await planPrivate(engine, request);
  order.signal?.throwIfAborted();
  const signatures = await signPlanned(engine, request, plan);
  return provePlanned(engine, { stored: writeStoredPlan(plan), signatures }, order);
}

/** Signs a plan that does what was requested. Throws for any other: then the engine planned something else. */
async function signPlanned(
  engine: RunningEngine,
  request: PrivateRequest,
  { toSign, broadcasterFee }: StoredPlan,
): Promise<readonly string[]> {
  const { fee, spender } = request;
  const feeNote =
    fee && broadcasterFee !== null
      ? { token: fee.token, amount: broadcasterFee, recipient: fee.recipient }
      : null;
  const wallet = fullWalletForID(spender.walletId);
  const { privateKey, pubkey } = await wallet.getSpendingKeyPair(spender.encryptionKey);
  try {
    const check = await checkPrivatePlan(toSign, confirmationOf(engine, { ...request, feeNote }), {
      keys: expandViewingKeys(wallet.getViewingKeyPair().privateKey, pubkey),
      contracts: { relayAdapt: relayAdaptOf(engine.networkName) },
    });
    if (!check.ok)
      throw new Error(`The plan of a private payment fails its check: ${check.check}.`);
    return signPrivatePlan(check.plan, privateKey);
  } finally {
    privateKey.fill(0);
  }
}

function estimate(
  { networkName }: RunningEngine,
  request: PrivateRequest,
  details: TransactionGasDetails,
): Promise<CallEstimate> {
  const { fee } = request;
  const feeToken = fee ? { tokenAddress: fee.token, feePerUnitGas: fee.feePerUnitGas } : undefined;
  return estimateCalls(networkName, request, { details, feeToken });
}

/** The note that pays for the gas; null when nothing does. */
function feeNoteOf({ fee }: PrivateRequest, details: TransactionGasDetails): FeeNote | null {
  if (!fee) return null;
  const { token, feePerUnitGas, recipient } = fee;
  const { amount } = calculateBroadcasterFeeERC20Amount(
    { tokenAddress: token, feePerUnitGas },
    details,
  );
  return { token, amount, recipient };
}

/** A paid broadcaster is bound to one gas price, which only the older kinds of transaction have. */
function gasDetails(
  { networkName }: RunningEngine,
  { fee, gasPrice }: PrivateRequest,
  gasEstimate: bigint,
): TransactionGasDetails {
  const evmGasType = getEVMGasTypeForTransaction(networkName, fee === null);
  if (evmGasType === EVMGasType.Type0 || evmGasType === EVMGasType.Type1) {
    return { evmGasType, gasEstimate, gasPrice };
  }
  return { evmGasType, gasEstimate, maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice };
}
