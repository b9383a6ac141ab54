import type { Operation } from '#domain/operation/operation';
import { type Refusal, refuse } from '../../../application/call.ts';
import { createRequestOnce } from '../../../operations/request-once.ts';
import type { LendingOutcome } from '../../../ports/key-vault.ts';
import { fingerprintOf as requestFingerprint } from '../payment-requests/paid-request.ts';
import type { MoneyResponse } from '../payments/money-response.ts';
import { respondToPrivateTransaction } from './private-transaction-response.ts';
import { messageFingerprint, messageOf } from './seal-message.ts';
import {
  type PrivateTransactionCall,
  type PrivateTransactionPorts,
  storeNewPrivateTransaction,
} from './store-private-transaction.ts';

export type { PrivateTransactionPorts } from './store-private-transaction.ts';

/** Makes private payments: stores them with their place in the queue, and responds when they have a hash. */
export type MakePrivateTransaction = (
  request: PrivateTransactionCall,
) => Promise<MoneyResponse | Refusal>;

type Stored =
  | { readonly kind: 'stored'; readonly operation: Operation }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const REFUSED_WITHOUT_KEY = { kind: 'refused', refusal: refuse('signature-needed') } as const;

/** @returns the function that makes private payments for a call. */
export function createMakePrivateTransaction(
  ports: PrivateTransactionPorts,
): MakePrivateTransaction {
  const once = createRequestOnce<Stored>(ports.operations);
  return async (request) => {
    const { session, idempotencyKey } = request;
    const line = await fingerprintOf(ports, request);
    if (!line.ok) return refuse('unauthorized');
    const fingerprint = line.value;
    const stored = await once({ userId: session.userId, idempotencyKey, fingerprint }, async () => {
      if (session.custody === 'only-me') return REFUSED_WITHOUT_KEY;
      const made = await storeNewPrivateTransaction(ports, request, fingerprint);
      return 'refused' in made
        ? { kind: 'refused', refusal: made }
        : { kind: 'stored', operation: made.operation };
    });
    if (stored.kind === 'refused') return stored.refusal;
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
