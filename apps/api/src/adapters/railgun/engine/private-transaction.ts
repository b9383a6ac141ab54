import {
  calculateGasLimit,
  EVMGasType,
  getEVMGasTypeForTransaction,
  type RailgunERC20AmountRecipient,
  type TransactionGasDetails,
} from '@railgun-community/shared-models';
import { calculateBroadcasterFeeERC20Amount } from '@railgun-community/wallet';
import type { ProofOrder } from '../../../ports/shielded-pool.ts';
import { proveOn } from '../prover/proof-terms.ts';
import { createPrivateTransactionCalls } from './create-private-transaction-calls.ts';
import type { CallEstimate, PrivateTransaction, Spender } from './private-transaction-calls.ts';
import type { RunningEngine } from './start-engine.ts';

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

/** A transaction that anyone may sign and send, once. */
export interface ProvedTransaction {
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
  /** What it would use, plus a reserve. */
  readonly gasLimit: bigint;
  /** Nullifiers of the notes that it spends, on the chain for everyone to see once it is mined. */
  readonly nullifiers: readonly string[];
  readonly broadcasterFee: bigint | null;
  readonly provedInMs: number;
}

interface PrivateRequest {
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
  const { gas, notes } = await estimateCalls(engine, request, details);
  return {
    gas,
    proofMs: engine.prover.times.expected(notes),
    broadcasterFee: feeRecipient(request, { ...details, gasEstimate: gas })?.amount ?? null,
  };
}

/** Makes the proofs, and the transaction with them. Rejects when the order's signal says so. */
export function provePrivate(
  engine: RunningEngine,
  request: PrivateRequest,
  order: ProofOrder = { urgency: 'interactive' },
): Promise<ProvedTransaction> {
  const { onProgress = () => {} } = order;
  return proveOn(order, () => proveOrdered(engine, request, onProgress));
}

async function proveOrdered(
  engine: RunningEngine,
  request: PrivateRequest,
  onProgress: (share: number) => void,
): Promise<ProvedTransaction> {
  const { spender, transaction, gasPrice, fee } = request;
  const { gas } = await estimateCalls(engine, request, gasDetails(engine, request, 0n));
  const details = gasDetails(engine, request, gas);
  const feeNote = feeRecipient(request, details);
  const calls = createPrivateTransactionCalls(engine.networkName, spender, transaction);
  const terms = [feeNote, fee === null, fee === null ? undefined : gasPrice] as const;
  const begin = performance.now();
  const populated = await calls.prove(terms, (percent) => onProgress(percent / 100));
  const { to, data, value = 0n } = populated.transaction;
  if (!to || !data) throw new Error('The engine made a transaction without a target.');
  return {
    to,
    data,
    value,
    gasLimit: calculateGasLimit(gas),
    nullifiers: populated.nullifiers ?? [],
    broadcasterFee: feeNote?.amount ?? null,
    provedInMs: performance.now() - begin,
  };
}

function estimateCalls(
  { networkName }: RunningEngine,
  { spender, transaction, fee }: PrivateRequest,
  details: TransactionGasDetails,
): Promise<CallEstimate> {
  const feeToken = fee ? { tokenAddress: fee.token, feePerUnitGas: fee.feePerUnitGas } : undefined;
  const calls = createPrivateTransactionCalls(networkName, spender, transaction);
  return calls.estimate(details, feeToken);
}

/** The note that pays for the gas. */
function feeRecipient(
  { fee }: PrivateRequest,
  details: TransactionGasDetails,
): RailgunERC20AmountRecipient | undefined {
  if (!fee) return undefined;
  const { token: tokenAddress, feePerUnitGas } = fee;
  const amount = calculateBroadcasterFeeERC20Amount({ tokenAddress, feePerUnitGas }, details);
  return { ...amount, recipientAddress: fee.recipient };
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
