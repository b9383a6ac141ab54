import { parseOwnNote } from '#domain/note/own-note';
import type { unshield } from '#wire/wallet/unshield';
import { refuse } from '../../application/call.ts';
import { readPaidRequest } from './payment-requests/paid-request.ts';
import { createMakePrivateTransaction } from './shielded/make-private-transaction.ts';
import type { OfferPrivatePorts } from './shielded/offer-private-transaction.ts';
import { parsePrivateTransaction, parseUnshieldTarget } from './shielded/parse-pool-request.ts';
import type { SignableHandler, SignedNotes } from './signing/signable-call.ts';

/** Moves a token or the native coin from the private balance to a public address; the broadcaster submits it. */
export function createUnshield(
  ports: OfferPrivatePorts,
): SignableHandler<typeof unshield, SignedNotes> {
  const makePrivateTransaction = createMakePrivateTransaction(ports);
  return async ({ body, session, client, idempotencyKey, respondAsync }, signed) => {
    const { recipientAddress, sendWithinMinutes } = body;
    const parsed = parsePrivateTransaction(ports, body, (place) =>
      parseUnshieldTarget(ports, place, recipientAddress ?? session.publicAddress),
    );
    if (!parsed.ok) return parsed.refusal;
    const ownNote = parseOwnNote(body.ownNote ?? '');
    if (!ownNote.ok) return refuse('note-not-valid');
    const paid = readPaidRequest(ports, body.paymentRequest);
    if (!paid.ok) return paid.refusal;
    const withinMinutes = sendWithinMinutes ?? null;
    return makePrivateTransaction({
      privateTransaction: parsed.value,
      session,
      client,
      idempotencyKey,
      respondAsync,
      withinMinutes,
      ownNote: ownNote.text,
      paid: paid.value,
      asCalled: { call: 'unshield', body },
      ...(signed && { signed }),
    });
  };
}
