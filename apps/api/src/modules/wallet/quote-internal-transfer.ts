import type { PrivateAddress } from '#domain/address/address';
import { ZERO_UNITS } from '#domain/amount/base-units';
import { blankMessage } from '#domain/message/private-message';
import type { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import type { Handler } from '../../application/call.ts';
import {
  parsePoolPlace,
  parseQuoteAmount,
  parseTransferTarget,
} from './shielded/parse-pool-request.ts';
import {
  type QuotePrivateTransactionPorts,
  quotePrivateTransaction,
} from './shielded/quote-private-transaction.ts';

/**
 * Quotes the cost and duration of a private transfer now, and the most that can be sent. The cost does not depend on
 * the recipient, so the user's own address is used until one is entered.
 */
export function createQuoteInternalTransfer(
  ports: QuotePrivateTransactionPorts,
): Handler<typeof quoteInternalTransfer> {
  return async ({ body, session }) => {
    const place = parsePoolPlace(ports, body.tokenId);
    if (!place.ok) return place.refusal;
    const amount = parseQuoteAmount(body.amount);
    if (!amount.ok) return amount.refusal;
    const { recipientAddress, messageBytes = 0 } = body;
    const target =
      recipientAddress === undefined
        ? ownTarget(session.privateAddress)
        : parseTransferTarget(place.value, session, { recipientAddress });
    if (!target.ok) return target.refusal;
    const privateTransaction = {
      ...place.value,
      amount: amount.value ?? ZERO_UNITS,
      ...target.value,
      message: blankMessage(messageBytes),
    };
    return quotePrivateTransaction(ports, { privateTransaction, session });
  };
}

function ownTarget(address: string) {
  const recipient = address as PrivateAddress;
  const value = {
    kind: 'internal-transfer',
    recipient,
    message: null,
    showsSender: false,
  } as const;
  return { ok: true, value } as const;
}
