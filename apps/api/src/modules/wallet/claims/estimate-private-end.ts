import {
  type BaseUnits,
  bpsOfUnits,
  subtractOrZero,
  toBaseUnits,
  ZERO_UNITS,
} from '#domain/amount/base-units';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { ShieldedOutcome } from '../../../ports/shielded-pool.ts';
import type {
  ClaimEndEstimate,
  ClaimWalletAccess,
  ShieldedPoolClient,
} from '../../../ports/shielded-pool-client.ts';
import { mayHaveLostCommits, UNKNOWN_COST } from '../shielded/order-private-transaction.ts';
import type { PrivateTransaction } from '../shielded/parse-pool-request.ts';
import {
  type PricedPrivateTransaction,
  type PrivateTransactionTermsPorts,
  pricePrivateTransaction,
} from '../shielded/private-transaction-terms.ts';
import { isForFunds, refusePoolClient } from '../shielded/refuse-pool-client.ts';

export interface EstimatePorts extends PrivateTransactionTermsPorts {
  readonly poolClient: Pick<ShieldedPoolClient, 'estimateClaimEnd'>;
  readonly operations: Parameters<typeof mayHaveLostCommits>[0]['operations'];
  readonly broadcasterAddress: Parameters<typeof mayHaveLostCommits>[0]['broadcasterAddress'];
}

/** What is to go where from the wallet of a claim; a return takes along whatever else is there. */
interface WantedEnd {
  readonly payment: PrivateTransaction;
  readonly wallet: ClaimWalletAccess;
  readonly isReturn: boolean;
}

/** What an end moves and costs. */
interface EndCost {
  readonly priced: PricedPrivateTransaction;
  /** Base units of the token. */
  readonly amount: BaseUnits;
  readonly gas: bigint;
  readonly broadcasterFee: BaseUnits | null;
}

const SMALLEST = toBaseUnits(1n);
/** A proof may use a little more gas than its estimate: a return leaves a quarter of the fee besides. */
const ROOM_BPS = 12_500n;

/**
 * Looks what is in the wallet of a claim, and what its end costs.
 * @returns the refusal where the money isn't there, or the fee takes more than there is besides.
 *   Rejects with `ChainUnavailable`.
 */
export async function estimateEnd(
  ports: EstimatePorts,
  { payment, wallet, isReturn }: WantedEnd,
): Promise<EndCost | Refusal> {
  const priced = await pricePrivateTransaction(ports, payment);
  if ('refused' in priced) return priced;
  const estimate = async (amount: BaseUnits) =>
    ports.poolClient.estimateClaimEnd(wallet, { ...priced.request, amount });
  const first = await estimate(isReturn ? SMALLEST : payment.amount);
  if (!first.ok) return refusePoolClient(first.problem);
  const { held, isMovedOn, outcome } = first.response;
  if (held < payment.amount) {
    // What the database lost may have moved the money, and left what was set aside: the process that proves looks for it.
    const isLost = await mayHaveLostCommits(ports, payment.network.chainId);
    if (isLost) return { priced, amount: payment.amount, ...UNKNOWN_COST };
    // What is left of the set-aside is no return.
    if (!isReturn || held === ZERO_UNITS || isMovedOn) return refuseGone(first.response);
  }
  if (!isReturn) return outcome.ok ? costOf(priced, payment.amount, outcome) : refuseFee(outcome);
  if (!outcome.ok) return refuseFee(outcome);
  const amount = lessFee(held, outcome);
  if (amount === ZERO_UNITS) return refuse('claim-fee-too-high');
  const second = await estimate(amount);
  if (!second.ok) return refusePoolClient(second.problem);
  const { outcome: whole } = second.response;
  // More notes than the first estimate spent cost more.
  if (!whole.ok) return refuseFee(whole);
  const left = lessFee(held, whole);
  return costOf(priced, left < amount ? left : amount, whole);
}

type Estimated = Extract<ClaimEndEstimate['outcome'], { ok: true }>;

function costOf(
  priced: PricedPrivateTransaction,
  amount: BaseUnits,
  { response }: Estimated,
): EndCost {
  return { priced, amount, ...response };
}

function lessFee(held: BaseUnits, { response }: Estimated): BaseUnits {
  const fee = response.broadcasterFee ?? ZERO_UNITS;
  return subtractOrZero(held, bpsOfUnits(fee, ROOM_BPS, 'up'));
}

function refuseFee(outcome: Extract<ShieldedOutcome<unknown>, { ok: false }>): Refusal {
  return isForFunds(outcome.problem)
    ? refuse('claim-fee-too-high')
    : refusePoolClient(outcome.problem);
}

function refuseGone({ isMovedOn }: ClaimEndEstimate): Refusal {
  return refuse(isMovedOn ? 'claim-over' : 'claim-not-ready');
}
