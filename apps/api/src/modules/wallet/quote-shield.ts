import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import {
  type BaseUnits,
  bpsOfUnits,
  gasCost,
  subtractOrZero,
  subtractUnits,
  ZERO_UNITS,
} from '#domain/amount/base-units';
import { feeCeiling, feeReserve, USUAL_RUNGS } from '#domain/operation/fee-ladder';
import { approximateUsd } from '#domain/price/approximate-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import { ceilingOf } from '#signing/public/planned-calls';
import type { ResponseOf } from '#wire/contract';
import type { quoteShield } from '#wire/wallet/quote-shield';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { PreparedOperation } from '../../operations/submission.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { ShieldedPoolClient } from '../../ports/shielded-pool-client.ts';
import { type BalanceCache, balanceOf } from './balances/balance-cache.ts';
import type { PriceCache } from './balances/price-cache.ts';
import {
  type PoolPlace,
  type PoolRules,
  parsePoolPlace,
  parseQuoteAmount,
} from './shielded/parse-pool-request.ts';
import { type PrepareShieldPorts, prepareShield, SHIELD_GAS } from './shielded/prepare-shield.ts';
import { refuseNotReady } from './shielded/refuse-pool-client.ts';

export interface QuoteShieldPorts extends PoolRules, PrepareShieldPorts {
  readonly poolClient: Pick<ShieldedPoolClient, 'terms' | 'prepareShield'>;
  readonly balances: Pick<BalanceCache, 'read'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

type Quote = ResponseOf<typeof quoteShield>['data'];
type Costs = Pick<PreparedOperation, 'estimatedFee' | 'approval'> & {
  readonly feeCeiling: BaseUnits;
};

interface QuoteRequest {
  readonly place: PoolPlace;
  readonly session: CallSession;
  /** Null while none is entered. */
  readonly amount: BaseUnits | null;
}

/** A quote creates no note that anyone could read later. */
const NO_SHIELD_KEY = `0x${'11'.repeat(32)}` as const;
/** Both transactions are in the next blocks. */
const EXPECTED_MS = 6_000;

/** Quotes the cost of a shield now, and the most that can be shielded. */
export function createQuoteShield(ports: QuoteShieldPorts): Handler<typeof quoteShield> {
  return async ({ body, session }) => {
    const place = parsePoolPlace(ports, body.tokenId);
    if (!place.ok) return place.refusal;
    const amount = parseQuoteAmount(body.amount);
    if (!amount.ok) return amount.refusal;
    try {
      return await quote(ports, { place: place.value, session, amount: amount.value });
    } catch (cause) {
      if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
      throw cause;
    }
  };
}

async function quote(
  ports: QuoteShieldPorts,
  request: QuoteRequest,
): Promise<{ data: Quote } | Refusal> {
  const { place, session, amount } = request;
  const { network, token, feeToken } = place;
  const terms = await ports.poolClient.terms(network.chainId);
  if (terms === null) return refuseNotReady();
  const reading = await ports.balances.read(session.publicAddress as PublicAddress, network);
  const { available } = balanceOf(reading, token);
  const costs = await costsOf(ports, request, available);
  if ('refused' in costs) return costs;
  const left = token.id === feeToken.id ? feeReserve(costs.feeCeiling) : ZERO_UNITS;
  const entered = amount ?? ZERO_UNITS;
  const poolFee = bpsOfUnits(entered, terms.shieldFeeBps, 'down');
  const usd = ports.prices.priceOf(feeToken.id).price;
  return {
    data: {
      maxAmount: subtractOrZero(available, left).toString(),
      poolFee: poolFee.toString(),
      poolFeeBps: Number.parseInt(terms.shieldFeeBps.toString(), 10),
      broadcasterFee: '0',
      received: subtractUnits(entered, poolFee).toString(),
      networkFee: costs.estimatedFee.toString(),
      networkFeePaidBy: 'you',
      networkFeeCeiling: costs.feeCeiling.toString(),
      needsApproval: costs.approval !== null,
      feeSymbol: feeToken.symbol,
      feeDecimals: feeToken.decimals,
      feeUsd:
        usd === null
          ? null
          : approximateUsd(valueInUsd(costs.estimatedFee, feeToken.decimals, usd)),
      expectedMs: EXPECTED_MS,
      queueLength: 0,
    },
  };
}

/** Simulated with the amount as far as the balance covers it; without a balance, the maximum cost of a shield. */
async function costsOf(
  ports: QuoteShieldPorts,
  { place, session, amount }: QuoteRequest,
  available: BaseUnits,
): Promise<Costs | Refusal> {
  const payable = smaller(amount ?? available, available);
  if (payable === 0n) return costsAtMost(ports, place);
  const request = {
    ...place,
    amount: payable,
    sender: session.publicAddress as PublicAddress,
    recipient: session.privateAddress as PrivateAddress,
  };
  const payer = { shieldKey: NO_SHIELD_KEY, userId: session.userId, isClaimed: false } as const;
  const preparation = await prepareShield(ports, request, payer);
  if (!preparation.ok) return preparation.refusal;
  const { prepared } = preparation;
  return { ...prepared, feeCeiling: ceilingOf({ ...prepared, rungs: USUAL_RUNGS }) };
}

async function costsAtMost({ calls }: QuoteShieldPorts, { network }: PoolPlace): Promise<Costs> {
  const present = await calls.get(network.chainId)?.presentFees();
  if (present === undefined) throw new Error(`There is no chain ${network.chainId}.`);
  return {
    estimatedFee: gasCost(SHIELD_GAS, present.pricePerGas),
    feeCeiling: feeCeiling(SHIELD_GAS, present.fees),
    approval: null,
  };
}

function smaller(one: BaseUnits, other: BaseUnits): BaseUnits {
  return one < other ? one : other;
}
