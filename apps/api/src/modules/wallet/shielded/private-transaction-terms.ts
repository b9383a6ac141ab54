import { type BaseUnits, bpsOfUnits } from '#domain/amount/base-units';
import { padMessage } from '#domain/message/private-message';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { ContractCalls, PresentFees } from '../../../ports/contract-calls.ts';
import type { BroadcasterFee } from '../../../ports/shielded-pool.ts';
import type {
  RequestedPrivateTransaction,
  ShieldedPoolClient,
} from '../../../ports/shielded-pool-client.ts';
import type { PlannedTerms } from '../../../ports/signing-plans.ts';
import type { BroadcasterPay } from './broadcaster-pay.ts';
import type { PrivateTransaction } from './parse-pool-request.ts';

export interface PrivateTransactionTermsPorts {
  /** By chain id. */
  readonly calls: ReadonlyMap<number, ContractCalls>;
  readonly pay: BroadcasterPay;
}

/** The terms that a private transaction is proved with, and the network's current fees. */
export interface PricedPrivateTransaction {
  readonly present: PresentFees;
  readonly fee: BroadcasterFee | null;
  readonly request: RequestedPrivateTransaction;
  /** Without the message, which only the user's key can seal. */
  readonly terms: PlannedTerms;
}

/**
 * Reads the current price of gas and what the broadcaster charges for it.
 * @returns the private transaction as sent to the pool and as stored; the refusal while a price is not known.
 *   Rejects with `ChainUnavailable`.
 */
export async function pricePrivateTransaction(
  ports: PrivateTransactionTermsPorts,
  privateTransaction: PrivateTransaction,
): Promise<PricedPrivateTransaction | Refusal> {
  const { network, token, feeToken, amount } = privateTransaction;
  const calls = ports.calls.get(network.chainId);
  if (calls === undefined) throw new Error(`There is no chain ${network.chainId}.`);
  const [present, fee] = await Promise.all([
    calls.presentFees(),
    ports.pay.priceIn(token, feeToken),
  ]);
  if (fee === 'unknown') {
    return refuse('private-not-ready', {
      sentence: `We can’t calculate the fee right now because the ${token.symbol} price isn’t available. Try again in a moment.`,
    });
  }
  const gasPrice = present.pricePerGas;
  const request = requestedPrivateTransaction(privateTransaction, gasPrice, fee);
  const terms: PlannedTerms = {
    chainId: network.chainId,
    kind: privateTransaction.kind,
    tokenId: token.id,
    amount,
    recipient: privateTransaction.recipient,
    gasPrice,
    fee: fee && { ...fee, tokenId: fee.token.id },
    showsSender: 'showsSender' in privateTransaction && privateTransaction.showsSender,
    spender: null,
  };
  return { present, fee, request, terms };
}

function requestedPrivateTransaction(
  privateTransaction: PrivateTransaction,
  gasPrice: bigint,
  fee: BroadcasterFee | null,
): RequestedPrivateTransaction {
  const { token, amount } = privateTransaction;
  const common = { token, amount, gasPrice, fee };
  if (privateTransaction.kind === 'unshield') {
    return { ...common, kind: privateTransaction.kind, recipient: privateTransaction.recipient };
  }
  return {
    ...common,
    kind: privateTransaction.kind,
    recipient: privateTransaction.recipient,
    memo: privateTransaction.message && padMessage(privateTransaction.message),
    showSender: privateTransaction.showsSender,
  };
}

/**
 * The pool's fee on a private transaction: a share of what leaves it, nothing on what stays inside.
 * @returns base units of the token; null when the pool's terms are not known yet.
 */
export async function poolFeeOf(
  poolClient: Pick<ShieldedPoolClient, 'terms'>,
  { kind, network, amount }: Pick<PrivateTransaction, 'kind' | 'network' | 'amount'>,
): Promise<{ readonly fee: BaseUnits; readonly bps: bigint } | null> {
  const terms = await poolClient.terms(network.chainId);
  if (terms === null) return null;
  const bps = kind === 'unshield' ? terms.unshieldFeeBps : 0n;
  return { fee: bpsOfUnits(amount, bps, 'down'), bps };
}
