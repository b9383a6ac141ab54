import {
  type BaseUnits,
  divideUnits,
  gasCost,
  subtractOrZero,
  subtractUnits,
  ZERO_UNITS,
} from '#domain/amount/base-units';
import { approximateUsd } from '#domain/price/approximate-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { ResponseOf } from '#wire/contract';
import type { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { ChainUnavailable } from '../../../ports/public-chain.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import type { PriceCache } from '../balances/price-cache.ts';
import type { PoolRules, PrivateTransaction } from './parse-pool-request.ts';
import type { PrivateBalancesPorts } from './private-balances.ts';
import { readPrivateFunds } from './private-funds.ts';
import {
  type PrivateTransactionTermsPorts,
  poolFeeOf,
  pricePrivateTransaction,
} from './private-transaction-terms.ts';
import { refuseNotReady } from './refuse-pool-client.ts';

export interface QuotePrivateTransactionPorts
  extends PoolRules,
    PrivateBalancesPorts,
    PrivateTransactionTermsPorts {
  readonly poolClient: Pick<ShieldedPoolClient, 'terms' | 'pace' | 'estimatePrivateTransaction'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

type Quote = ResponseOf<typeof quoteInternalTransfer>['data'];

/** A private transaction whose amount may not be entered yet; then it is 0. */
export interface QuoteRequest {
  readonly privateTransaction: PrivateTransaction;
  readonly session: CallSession;
}

/** What a private transaction of one or two notes uses, with a reserve; more notes use more. */
const USUAL_GAS = 1_500_000n;
const NATIVE_UNIT = 10n ** 18n;
/** From the signature to the block. */
const SENDING_MS = 4_000;

/** Quotes the cost and duration of a private transaction now, and the most that can be spent. */
export async function quotePrivateTransaction(
  ports: QuotePrivateTransactionPorts,
  request: QuoteRequest,
): Promise<{ data: Quote } | Refusal> {
  try {
    return await quote(ports, request);
  } catch (cause) {
    if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
    throw cause;
  }
}

async function quote(
  ports: QuotePrivateTransactionPorts,
  { privateTransaction, session }: QuoteRequest,
): Promise<{ data: Quote } | Refusal> {
  const { feeToken, amount } = privateTransaction;
  const [funds, priced, poolFee, pace] = await Promise.all([
    readPrivateFunds(ports, privateTransaction, session),
    pricePrivateTransaction(ports, privateTransaction),
    poolFeeOf(ports.poolClient, privateTransaction),
    ports.poolClient.pace(),
  ]);
  if ('refused' in funds) return funds;
  if ('refused' in priced) return priced;
  if (poolFee === null || pace === null) return refuseNotReady();
  const { fee, present, request } = priced;
  const usual =
    fee === null ? ZERO_UNITS : payFor(USUAL_GAS, present.pricePerGas, fee.perNativeCoin);
  const canEstimate = amount > 0n && amount + usual <= funds.available && fee !== null;
  const estimate = canEstimate
    ? await ports.poolClient.estimatePrivateTransaction(session.userId, request)
    : null;
  const gas = estimate?.ok ? estimate.response.gas : USUAL_GAS;
  const broadcasterFee = (estimate?.ok ? estimate.response.broadcasterFee : null) ?? usual;
  const proofMs = estimate?.ok ? estimate.response.proofMs : pace.proofMs;
  const waitMs = pace.proofMs * Math.floor(pace.waiting / pace.proofsAtOnce);
  const networkFee = gasCost(gas, present.pricePerGas);
  const usd = ports.prices.priceOf(feeToken.id).price;
  const { available } = funds;
  return {
    data: {
      maxAmount: subtractOrZero(available, broadcasterFee).toString(),
      poolFee: poolFee.fee.toString(),
      poolFeeBps: Number.parseInt(poolFee.bps.toString(), 10),
      broadcasterFee: broadcasterFee.toString(),
      received: subtractUnits(amount, poolFee.fee).toString(),
      networkFee: networkFee.toString(),
      networkFeePaidBy: 'kax',
      feeSymbol: feeToken.symbol,
      feeDecimals: feeToken.decimals,
      feeUsd: usd === null ? null : approximateUsd(valueInUsd(networkFee, feeToken.decimals, usd)),
      expectedMs: waitMs + proofMs + SENDING_MS,
      queueLength: pace.waiting,
    },
  };
}

function payFor(gas: bigint, gasPrice: bigint, perNativeCoin: BaseUnits): BaseUnits {
  return divideUnits(gas * gasPrice * perNativeCoin, NATIVE_UNIT, 'up');
}
