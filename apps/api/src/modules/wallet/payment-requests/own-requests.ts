import { REQUEST_KEPT_AFTER_EXPIRY_MS } from '#domain/payment-request/payment-request';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault, LendingOutcome } from '../../../ports/key-vault.ts';
import type { OwnPaymentRequest, PaymentRequests } from '../../../ports/payment-requests.ts';

export interface OwnRequestsPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly paymentRequests: Pick<PaymentRequests, 'list'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** @returns the user's own requests, newest first; `locked` when the session ended meanwhile */
export function listOwn(
  { vault, paymentRequests, clock }: OwnRequestsPorts,
  session: CallSession,
): Promise<LendingOutcome<readonly OwnPaymentRequest[]>> {
  const now = clock.now();
  const since = new Date(now.getTime() - REQUEST_KEPT_AFTER_EXPIRY_MS);
  return vault.withOwnSeals(session, 'payment-requests', (seals) =>
    paymentRequests.list({ userId: session.userId, seals }, { since, now }),
  );
}

/** A request of the user, among all of theirs. */
export interface OwnRequest {
  readonly request: OwnPaymentRequest;
  readonly others: readonly OwnPaymentRequest[];
}

/** @returns one request of the user, or the refusal where they have none with this id */
export async function findOwn(
  ports: OwnRequestsPorts,
  session: CallSession,
  requestId: string,
): Promise<OwnRequest | Refusal> {
  const listed = await listOwn(ports, session);
  if (!listed.ok) return refuse('unauthorized');
  const request = listed.value.find(({ id }) => id === requestId);
  if (request === undefined) return refuse('unknown-payment-request');
  return { request, others: listed.value.filter(({ id }) => id !== requestId) };
}
