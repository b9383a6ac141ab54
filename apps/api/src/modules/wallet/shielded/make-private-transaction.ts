import type { Operation } from '#domain/operation/operation';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import { type Refusal, refuse } from '../../../application/call.ts';
import { createRequestOnce } from '../../../operations/request-once.ts';
import type { LendingOutcome } from '../../../ports/key-vault.ts';
import type { SigningPlan } from '../../../ports/signing-plans.ts';
import { fingerprintOf as requestFingerprint } from '../payment-requests/paid-request.ts';
import type { MoneyResponse } from '../payments/money-response.ts';
import type { SignedNotes } from '../signing/signable-call.ts';
import {
  type OfferPrivatePorts,
  offerPrivateTransaction,
  storeSignedTransaction,
} from './offer-private-transaction.ts';
import { respondToPrivateTransaction } from './private-transaction-response.ts';
import { messageFingerprint, messageOf } from './seal-message.ts';
import {
  type PrivateTransactionCall,
  type PrivateTransactionPorts,
  storeNewPrivateTransaction,
} from './store-private-transaction.ts';

/** A request for a private payment, as it was called and signed. */
export interface SignablePrivateCall extends PrivateTransactionCall {
  /** The call that requested it, which its signatures continue. */
  readonly asCalled: Pick<SigningPlan['request'], 'call' | 'body'>;
  /** What its owner signed; left out where nothing is signed yet, and where Kax has the keys. */
  readonly signed?: SignedNotes;
}

/**
 * Makes private payments: stores them with their place in the queue, and responds when they have a hash. Where the user
 * alone has the keys, it responds with what they have to sign first.
 */
export type MakePrivateTransaction = (
  request: SignablePrivateCall,
) => Promise<MoneyResponse | ToBeSigned | Refusal>;

type Stored =
  | { readonly kind: 'stored'; readonly operation: Operation }
  | { readonly kind: 'to-sign'; readonly response: ToBeSigned }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** @returns the function that makes private payments for a call. */
export function createMakePrivateTransaction(ports: OfferPrivatePorts): MakePrivateTransaction {
  const once = createRequestOnce<Stored>(ports.operations);
  return async (request) => {
    const { session, idempotencyKey, signed } = request;
    const line = await fingerprintOf(ports, request);
    if (!line.ok) return refuse('unauthorized');
    const fingerprint = line.value;
    const { userId } = session;
    const order = { userId, idempotencyKey, fingerprint, signsPlan: signed?.plan.id };
    const stored = await once(order, async () => {
      const made = await makeNew(ports, request, fingerprint);
      if ('refused' in made) return { kind: 'refused', refusal: made };
      return 'toSign' in made
        ? { kind: 'to-sign', response: made }
        : { kind: 'stored', operation: made.operation };
    });
    if (stored.kind === 'refused') return stored.refusal;
    if (stored.kind === 'to-sign') return stored.response;
    if (stored.kind === 'key-reused') {
      return refuse('idempotency-key-reused', { operationId: stored.operationId });
    }
    const { operation } = stored;
    await ports.keepOwnNote(session, { operationId: operation.id, text: request.ownNote ?? '' });
    // The response does not wait for a moment that is hours away.
    const isWaitedFor = !request.respondAsync && request.withinMinutes === null;
    return respondToPrivateTransaction(ports, operation, isWaitedFor);
  };
}

async function makeNew(
  ports: OfferPrivatePorts,
  request: SignablePrivateCall,
  fingerprint: string,
): Promise<{ readonly operation: Operation } | ToBeSigned | Refusal> {
  const { session, signed, asCalled, idempotencyKey } = request;
  if (signed !== undefined) {
    return storeSignedTransaction(ports, request, { fingerprint, signed });
  }
  if (session.custody === 'only-me') {
    const offered = await offerPrivateTransaction(ports, request, { ...asCalled, idempotencyKey });
    if (offered !== 'unclear') return offered;
    // Nothing is signed for it: the prover looks for what was made, and ends it where that is nothing.
  }
  return storeNewPrivateTransaction(ports, request, fingerprint);
}

/** @returns the request in one line, in which a message is a tag; `locked` when the session ended meanwhile */
async function fingerprintOf(
  ports: PrivateTransactionPorts,
  { privateTransaction, session, idempotencyKey, withinMinutes, paid }: PrivateTransactionCall,
): Promise<LendingOutcome<string>> {
  const { kind, token, amount, recipient } = privateTransaction;
  const message = messageOf(privateTransaction);
  const tag = await messageFingerprint(ports, session, { idempotencyKey, message });
  if (!tag.ok) return tag;
  const later = withinMinutes === null ? '' : ` within ${withinMinutes}`;
  const isShown = kind === 'internal-transfer' && privateTransaction.showsSender;
  const line = `${kind} ${token.id} ${amount} ${recipient}${later}${tag.value}${requestFingerprint(paid)}`;
  return { ok: true, value: isShown ? `${line} shows sender` : line };
}
