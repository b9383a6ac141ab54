import { ZERO_UNITS } from '#domain/amount/base-units';
import type { quoteUnshield } from '#wire/wallet/quote-unshield';
import { type Handler, refuse } from '../../application/call.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import { isForContract } from './shielded/is-for-contract.ts';
import {
  parsePoolPlace,
  parseQuoteAmount,
  parseUnshieldTarget,
} from './shielded/parse-pool-request.ts';
import {
  type QuotePrivateTransactionPorts,
  quotePrivateTransaction,
} from './shielded/quote-private-transaction.ts';

export interface QuoteUnshieldPorts extends QuotePrivateTransactionPorts {
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'isContract'>>;
}

/** Quotes the cost and duration of an unshield now, and the most that can be unshielded. */
export function createQuoteUnshield(ports: QuoteUnshieldPorts): Handler<typeof quoteUnshield> {
  return async ({ body, session }) => {
    const place = parsePoolPlace(ports, body.tokenId);
    if (!place.ok) return place.refusal;
    const amount = parseQuoteAmount(body.amount);
    if (!amount.ok) return amount.refusal;
    const target = parseUnshieldTarget(
      ports,
      place.value,
      body.recipientAddress ?? session.publicAddress,
    );
    if (!target.ok) return target.refusal;
    const privateTransaction = {
      ...place.value,
      amount: amount.value ?? ZERO_UNITS,
      ...target.value,
    };
    if (await isForContract(ports.chains, privateTransaction, session))
      return refuse('recipient-is-contract');
    return quotePrivateTransaction(ports, { privateTransaction, session });
  };
}
