import type { PublicAddress } from '#domain/address/address';
import { addUnits, type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { parseBaseUnits } from '#domain/amount/parse-base-units';
import type { Network } from '#domain/network/network';
import { feeCeiling } from '#domain/operation/fee-ladder';
import type { quoteClaim } from '#wire/wallet/quote-claim';
import { type Handler, type Refusal, refuse } from '../../application/call.ts';
import { refuseTransfer } from '../../application/refuse-submission.ts';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';
import { type BalanceCache, balanceOf } from './balances/balance-cache.ts';
import type { PriceCache } from './balances/price-cache.ts';
import { fundingCost, priceCoins } from './claims/prepare-funding.ts';
import type { QuotePrivateClaim } from './claims/quote-private-claim.ts';
import { feeQuote } from './payments/fee-quote.ts';
import { findToken, type Payment } from './payments/parse-payment.ts';
import { payableAmount, strangerTo } from './quote-send.ts';

export interface QuoteClaimPorts {
  readonly quotePrivateClaim: QuotePrivateClaim;
  readonly networks: readonly Network[];
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly balances: Pick<BalanceCache, 'read'>;
  readonly prices: Pick<PriceCache, 'priceOf'>;
}

/** Quotes the cost of a payment by link now, and the most that can be paid so. Nothing is stored. */
export function createQuoteClaim(ports: QuoteClaimPorts): Handler<typeof quoteClaim> {
  return async ({ body, session }) => {
    const place = findToken(ports.networks, body.tokenId);
    if (place === null) return refuse('unknown-token');
    const amount = parseBaseUnits(body.amount ?? '0');
    // A zero is an amount that is still being typed.
    if (!amount.ok && amount.problem !== 'zero') return refuse('amount-not-valid');
    if (body.balance === 'private') {
      const units = amount.ok ? amount.units : ZERO_UNITS;
      return ports.quotePrivateClaim({ tokenId: body.tokenId, units, session });
    }
    const sender = session.publicAddress as PublicAddress;
    try {
      return await quote(ports, { ...place, sender, amount: amount.ok ? amount.units : null });
    } catch (cause) {
      if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
      throw cause;
    }
  };
}

type QuoteRequest = Pick<Payment, 'network' | 'token' | 'feeToken' | 'sender'> & {
  readonly amount: BaseUnits | null;
};

async function quote(
  ports: QuoteClaimPorts,
  { network, token, feeToken, sender: from, amount }: QuoteRequest,
): ReturnType<Handler<typeof quoteClaim>> {
  const chain = ports.chains.get(network.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${network.chainId}.`);
  const { available } = balanceOf(await ports.balances.read(from, network), token);
  const to = strangerTo(from);
  const [transfer, coins] = await Promise.all([
    chain.prepareTransfer({ token, from, to, amount: payableAmount(amount, available) }),
    priceCoins(chain, { feeToken, from, to }),
  ]);
  if (!transfer.ok) return refusalOf(transfer.reason, token);
  // Without any native coin nothing can be paid; the price of the coins' transfer is known all the same.
  if (coins === null) return refuse('transaction-would-fail');
  const { fees, gas } = transfer.prepared;
  const { expectedFee, setAside } = fundingCost(transfer.prepared, coins, null);
  const ceiling = addUnits(feeCeiling(gas + coins.gas, fees), setAside);
  const cost = { token, feeToken, expectedFee, ceiling, available };
  return { data: { ...feeQuote(ports.prices, cost), setAside: setAside.toString() } };
}

function refusalOf(reason: string, token: Payment['token']): Refusal {
  return reason === 'returned-false' ? refuseTransfer(token) : refuse('transaction-would-fail');
}
