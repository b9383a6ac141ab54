import type { internalTransfer } from '#wire/wallet/internal-transfer';
import { refuse } from '../../application/call.ts';
import { readPaidRequest } from './payment-requests/paid-request.ts';
import { createMakePrivateTransaction } from './shielded/make-private-transaction.ts';
import type { OfferPrivatePorts } from './shielded/offer-private-transaction.ts';
import { parsePrivateTransaction, parseTransferTarget } from './shielded/parse-pool-request.ts';
import type { SignableHandler, SignedNotes } from './signing/signable-call.ts';

/** Transfers a token or the native coin from one private balance to another; the broadcaster submits it. */
export function createInternalTransfer(
  ports: OfferPrivatePorts,
): SignableHandler<typeof internalTransfer, SignedNotes> {
  const makePrivateTransaction = createMakePrivateTransaction(ports);
  return async ({ body, session, client, idempotencyKey, respondAsync }, signed) => {
    if (body.senderAddress.trim().toLowerCase() !== session.privateAddress) {
      return refuse('sender-not-own');
    }
    const parsed = parsePrivateTransaction(ports, body, (place) =>
      parseTransferTarget(place, session, body),
    );
    if (!parsed.ok) return parsed.refusal;
    const paid = readPaidRequest(ports, body.paymentRequest);
    if (!paid.ok) return paid.refusal;
    const privateTransaction = parsed.value;
    return makePrivateTransaction({
      privateTransaction,
      session,
      client,
      idempotencyKey,
      respondAsync,
      withinMinutes: null,
      paid: paid.value,
      asCalled: { call: 'internal-transfer', body },
      ...(signed && { signed }),
    });
  };
}
