import type { PrivateAddress } from '#domain/address/address';
import {
  addUnits,
  type BaseUnits,
  digitsToBaseUnits,
  subtractOrZero,
} from '#domain/amount/base-units';
import { privateSetAsideFor } from '#domain/claim/set-aside';
import { approximateUsd } from '#domain/price/approximate-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { ResponseOf } from '#wire/contract';
import type { quoteClaim } from '#wire/wallet/quote-claim';
import type { CallSession, Refusal } from '../../../application/call.ts';
import { parsePoolPlace } from '../shielded/parse-pool-request.ts';
import {
  type QuotePrivateTransactionPorts,
  quotePrivateTransaction,
} from '../shielded/quote-private-transaction.ts';

export type QuotePrivateClaimPorts = QuotePrivateTransactionPorts;

/** A private payment by link whose amount may not be entered yet; then it is 0. */
interface PrivateClaimQuote {
  readonly tokenId: string;
  /** Base units. */
  readonly units: BaseUnits;
  readonly session: CallSession;
}

/** Quotes what a private payment by link costs now, all of it in its token, and the most that can be paid so. */
export type QuotePrivateClaim = (
  quote: PrivateClaimQuote,
) => Promise<ResponseOf<typeof quoteClaim> | Refusal>;

/** @returns the function that quotes private payments by link */
export function createQuotePrivateClaim(ports: QuotePrivateClaimPorts): QuotePrivateClaim {
  return (quote) => quotePrivateClaim(ports, quote);
}

async function quotePrivateClaim(
  ports: QuotePrivateClaimPorts,
  { tokenId, units: amount, session }: PrivateClaimQuote,
): ReturnType<QuotePrivateClaim> {
  const place = parsePoolPlace(ports, tokenId);
  if (!place.ok) return place.refusal;
  const { token } = place.value;
  // It costs as much to whomever it goes.
  const recipient = session.privateAddress as PrivateAddress;
  const quote = await quotePrivateTransaction(ports, {
    privateTransaction: {
      ...{ ...place.value, amount, recipient },
      ...{ kind: 'internal-transfer', message: null, showsSender: false },
    },
    session,
  });
  if ('refused' in quote) return quote;
  const broadcasterFee = digitsToBaseUnits(quote.data.broadcasterFee);
  const setAside = privateSetAsideFor(broadcasterFee);
  const fee = addUnits(broadcasterFee, setAside);
  const usd = ports.prices.priceOf(token.id).price;
  return {
    data: {
      // The proof binds the broadcaster to its fee.
      ...{ fee: fee.toString(), feeCeiling: fee.toString(), setAside: setAside.toString() },
      ...{ feeSymbol: token.symbol, feeDecimals: token.decimals },
      feeUsd: usd === null ? null : approximateUsd(valueInUsd(fee, token.decimals, usd)),
      maxAmount: subtractOrZero(digitsToBaseUnits(quote.data.maxAmount), setAside).toString(),
    },
  };
}
