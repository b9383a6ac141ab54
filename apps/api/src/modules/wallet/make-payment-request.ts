import type { PrivateAddress } from '#domain/address/address';
import { parseMessage } from '#domain/message/private-message';
import {
  MOST_OPEN_REQUESTS,
  type PaymentRequestTerms,
  REQUEST_CODE_BYTES,
  requestCode,
} from '#domain/payment-request/payment-request';
import type { BodyOf } from '#wire/contract';
import type { makePaymentRequest } from '#wire/wallet/make-payment-request';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { giveBackQuotas, takeQuotas } from '../../application/take-quotas.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { AttemptLimits } from '../../ports/attempt-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { NewPaymentRequest, PaymentRequests } from '../../ports/payment-requests.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { ownRequestView } from './payment-requests/request-view.ts';
import { findToken } from './payments/parse-payment.ts';
import { type PoolRules, parseAmount, parsePoolPlace } from './shielded/parse-pool-request.ts';

export interface MakePaymentRequestPorts extends PoolRules {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly paymentRequests: Pick<PaymentRequests, 'make'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota' | 'giveBack'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

const DAY_MS = 24 * 60 * 60_000;
/** What is over is kept for months, so that open ones alone bound nothing. */
const madeInADay = { most: 100, windowMs: DAY_MS };

/** Makes a link with which anyone can pay the user an amount once, into one of their own balances. */
export function createMakePaymentRequest(
  ports: MakePaymentRequestPorts,
): Handler<typeof makePaymentRequest> {
  return async ({ body, session }) => {
    const terms = await termsOf(ports, body, session);
    if ('refused' in terms) return terms;
    const counters = [[`payment requests ${session.userId}`, madeInADay]] as const;
    const wait = await takeQuotas(ports.limits, counters, ports.clock.now());
    if (wait > 0) return tooMany(wait, 'You’ve made too many links.');
    const request = {
      id: ports.randomness.uuid(),
      code: requestCode(ports.randomness.bytes(REQUEST_CODE_BYTES)),
      terms,
    };
    const refusal = await storeOrRefuse(ports, session, request);
    if (refusal !== null) {
      await giveBackQuotas(ports.limits, counters);
      return refusal;
    }
    const untouched = { record: { cancelledAt: null, settledAt: null, payment: null } };
    const unpaid = { paidIn: null, settledHash: null, paymentHashes: [] };
    const made = { ...request, ...untouched, ...unpaid, userId: session.userId };
    const view = ownRequestView(ports, made, null);
    return view === null ? refuse('unknown-token') : { data: view };
  };
}

async function storeOrRefuse(
  { vault, paymentRequests }: MakePaymentRequestPorts,
  session: CallSession,
  request: NewPaymentRequest,
): Promise<Refusal | null> {
  const { userId } = session;
  const outcome = await vault.withOwnSeals(session, 'payment-requests', (seals) =>
    paymentRequests.make({ userId, seals }, request, MOST_OPEN_REQUESTS),
  );
  // A wallet that was deleted meanwhile has no session either.
  if (!outcome.ok || outcome.value === 'user-removed') return refuse('unauthorized');
  return outcome.value === 'too-many' ? refuse('too-many-payment-requests') : null;
}

async function termsOf(
  ports: MakePaymentRequestPorts,
  body: BodyOf<typeof makePaymentRequest>,
  session: CallSession,
): Promise<PaymentRequestTerms | Refusal> {
  const { balance, days, showsName } = body;
  const place = findToken(ports.networks, body.tokenId);
  if (place === null) return refuse('unknown-token');
  const inPool = parsePoolPlace(ports, body.tokenId);
  if (balance === 'private' && !inPool.ok) return inPool.refusal;
  const amount = parseAmount(body.amount);
  if (!amount.ok) return amount.refusal;
  const message = parseMessage(body.message);
  if (!message.ok) return refuse('message-not-valid');
  const account = showsName ? await ports.accounts.findById(session.userId) : null;
  const createdAt = ports.clock.now();
  return {
    tokenId: place.token.id,
    units: amount.value,
    balance,
    recipient:
      balance === 'public'
        ? ports.toChecksumAddress(`0x${session.publicAddress.slice(2).toLowerCase()}`)
        : (session.privateAddress as PrivateAddress),
    message: message.message,
    name: account?.name ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + days * DAY_MS),
  };
}
