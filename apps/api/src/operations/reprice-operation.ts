import type { PublicAddress } from '#domain/address/address';
import { type BaseUnits, gasCost } from '#domain/amount/base-units';
import { CANCELLATION_GAS, cancellationFees, feesAbove } from '#domain/operation/fee-ladder';
import type { Rung, SentOperation } from '#domain/operation/operation';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import type { PresentFees } from '../ports/contract-calls.ts';
import type { PublicSigner } from '../ports/key-vault.ts';
import type { Repricing, SentPayment } from '../ports/private-transactions.ts';
import type { ReadSignedTransaction } from '../ports/public-chain.ts';
import { bidFees, isPoolCall } from './broadcaster-bid.ts';
import { isSameCall } from './is-same-call.ts';
import type { AssemblyPorts } from './sign-plan.ts';

/** What a payment of the broadcaster is compared with. */
export interface RepricingTerms {
  /** Its cap is the limit for one payment, or lower. */
  readonly present: PresentFees;
  /** Of the pool. */
  readonly contracts: readonly PublicAddress[];
  readonly readSigned: ReadSignedTransaction;
}

/** What is to be signed for the nonce of a payment. */
export interface RepricingPlan extends Pick<Repricing, 'fees'> {
  /** The call of its first rung, dearer; null when it is to be cancelled. */
  readonly rung: UnsignedTransaction | null;
  readonly cancellation: UnsignedTransaction;
}

export type PlanRepricingOutcome =
  | { readonly kind: 'planned'; readonly plan: RepricingPlan }
  /** What was signed pays what the network charges now. */
  | { readonly kind: 'sufficient' }
  /** The limit leaves no room for what the network charges now. */
  | { readonly kind: 'above-limit' };

/**
 * Compares the dearest transaction of a payment with what the network charges, and plans a dearer one for the same
 * nonce: of its rungs or, while it is to be cancelled, of its cancellations. What it does is read from stored bytes.
 * @returns the plan, or why there is none. Throws when the stored bytes are not what the broadcaster signs.
 */
export function planRepricing(
  payment: Pick<SentPayment, 'operation' | 'leastGasPrice'>,
  terms: RepricingTerms,
): PlanRepricingOutcome {
  const isCancelling = payment.operation.sending.cancelRequest !== null;
  return isCancelling ? planCancellation(payment.operation, terms) : planRung(payment, terms);
}

/** Who signs for which account, and when. */
export interface RepricingSigner extends Pick<AssemblyPorts, 'assemble'> {
  readonly signer: Pick<PublicSigner, 'sign'>;
  readonly account: PublicAddress;
  readonly at: Date;
}

/**
 * It computes, and waits for nothing outside.
 * @returns what was signed for a plan; throws when it was not signed with the account's key.
 */
export async function signRepricing(
  { rung, cancellation, fees }: RepricingPlan,
  by: RepricingSigner,
): Promise<Repricing> {
  return {
    type: 'repriced',
    rung: rung && (await signOne(rung, by)),
    cancellation: await signOne(cancellation, by),
    fees,
    at: by.at,
  };
}

async function signOne(
  transaction: UnsignedTransaction,
  { signer, assemble, account }: RepricingSigner,
): Promise<Rung> {
  const signed = assemble(transaction, await signer.sign(transaction), account);
  if (signed === null) {
    throw new Error(
      `What was signed for nonce ${transaction.nonce} of ${account} was not planned.`,
    );
  }
  return signed;
}

function planRung(
  { operation, leastGasPrice }: Pick<SentPayment, 'operation' | 'leastGasPrice'>,
  { present, contracts, readSigned }: RepricingTerms,
): PlanRepricingOutcome {
  const rungs = operation.signing.ladder.map(({ raw }) => readSigned(raw));
  const [call] = rungs;
  const top = rungs.at(-1);
  if (call === undefined || top === undefined || !rungs.every((each) => isRungOf(each, call))) {
    throw new NotOurSignature(operation, 'its rungs are not one call');
  }
  if (!isOfOperation(call, operation) || !isPoolCall(call, contracts)) {
    throw new NotOurSignature(operation, 'its rungs are no call of the pool under its nonce');
  }
  if (isSufficient(top, present)) return { kind: 'sufficient' };
  const { pricePerGas } = present;
  const fees = bidFees(leastGasPrice, present);
  const higher = feesAbove(top, { gas: call.gas, fees, pricePerGas });
  if (higher === null) return { kind: 'above-limit' };
  const { chainId, nonce } = call;
  const rung = { ...call, ...higher };
  const cancellation: UnsignedTransaction = {
    ...{ chainId, nonce, to: operation.account, value: 0n, data: '0x', gas: CANCELLATION_GAS },
    ...cancellationFees(higher, present.fees.feeCap),
  };
  const estimatedFee = gasCost(call.gas, pricePerGas);
  const feeCeiling = dearest([operation.feeCeiling, costOf(rung), costOf(cancellation)]);
  return { kind: 'planned', plan: { rung, cancellation, fees: { estimatedFee, feeCeiling } } };
}

function planCancellation(
  operation: SentOperation,
  { present, readSigned }: RepricingTerms,
): PlanRepricingOutcome {
  const { signing, account, estimatedFee } = operation;
  const top = signing.cancellation && readSigned(signing.cancellation.raw);
  if (top?.to !== account || top.value !== 0n || top.data !== '0x') {
    throw new NotOurSignature(operation, 'its cancellation does more than use its nonce');
  }
  if (!isOfOperation(top, operation)) {
    throw new NotOurSignature(operation, 'its cancellation has another nonce');
  }
  if (isSufficient(top, present)) return { kind: 'sufficient' };
  const { pricePerGas, fees } = present;
  const higher = feesAbove(top, { gas: top.gas, fees, pricePerGas });
  if (higher === null) return { kind: 'above-limit' };
  const cancellation = { ...top, ...higher };
  const feeCeiling = dearest([operation.feeCeiling, costOf(cancellation)]);
  return {
    kind: 'planned',
    plan: { rung: null, cancellation, fees: { estimatedFee, feeCeiling } },
  };
}

/** Of the tip too: blocks are filled by it, and some networks require a least one. */
function isSufficient(
  { maxFeePerGas, maxPriorityFeePerGas }: UnsignedTransaction,
  { fees, pricePerGas }: PresentFees,
): boolean {
  return maxFeePerGas >= pricePerGas && maxPriorityFeePerGas >= fees.maxPriorityFeePerGas;
}

/** True when it differs from the first rung in its fees alone. */
function isRungOf(rung: UnsignedTransaction, first: UnsignedTransaction): boolean {
  const isSameTransaction =
    rung.chainId === first.chainId && rung.nonce === first.nonce && rung.gas === first.gas;
  return isSameTransaction && isSameCall(rung, first);
}

function isOfOperation({ chainId, nonce }: UnsignedTransaction, operation: SentOperation): boolean {
  return chainId === operation.chainId && nonce === operation.signing.nonce;
}

function costOf({ gas, maxFeePerGas }: UnsignedTransaction): BaseUnits {
  return gasCost(gas, maxFeePerGas);
}

function dearest(costs: readonly [BaseUnits, ...BaseUnits[]]): BaseUnits {
  return costs.reduce((most, each) => (each > most ? each : most));
}

/** The stored bytes of an operation are not what the broadcaster signs: the database was changed by something else. */
export class NotOurSignature extends Error {
  constructor({ id }: Pick<SentOperation, 'id'>, what: string) {
    super(`Nothing more is signed for operation ${id}: ${what}.`);
    this.name = 'NotOurSignature';
  }
}
