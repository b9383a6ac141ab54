import type { PrivateAddress } from '#domain/address/address';
import { ZERO_UNITS } from '#domain/amount/base-units';
import type { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import type { Handler } from '../../application/call.ts';
import {
  parsePoolPlace,
  parseRequestedAmount,
  parseTransferTarget,
} from './shielded/parse-pool-command.ts';
import {
  type QuotePrivateTransactionPorts,
  quotePrivateTransaction,
} from './shielded/quote-private-transaction.ts';

/**
 * Answers what a private transfer would cost and take now, and the most that can be sent. It costs the same whoever
 * gets it, so while no recipient is entered the person's own address stands in.
 */
export function createQuoteInternalTransfer(
  ports: QuotePrivateTransactionPorts,
): Handler<typeof quoteInternalTransfer> {
  return async ({ body, session }) => {
    const place = parsePoolPlace(ports, body.tokenId);
    if (!place.ok) return place.refusal;
    const amount = parseRequestedAmount(body.amount);
    if (!amount.ok) return amount.refusal;
    const { recipientAddress } = body;
    const target =
      recipientAddress === undefined
        ? ownTarget(session.privateAddress)
        : parseTransferTarget(place.value, session, recipientAddress);
    if (!target.ok) return target.refusal;
    const privateTransaction = {
      ...place.value,
      amount: amount.value ?? ZERO_UNITS,
      ...target.value,
    };
    return quotePrivateTransaction(ports, { privateTransaction, session });
  };
}

function ownTarget(address: string) {
  const recipient = address as PrivateAddress;
  return { ok: true, value: { kind: 'internal-transfer', recipient } } as const;
}
