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
import type { OwnPaymentRequest, PaymentRequests } from '../../ports/payment-requests.ts';
import { ownRequestView } from './payment-requests/request-view.ts';
import { findToken } from './payments/parse-payment.ts';
import { type PoolRules, parseAmount, parsePoolPlace } from './shielded/parse-pool-request.ts';

export interface MakePaymentRequestPorts extends PoolRules {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly paymentRequests: Pick<PaymentRequests, 'make' | 'find'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota' | 'giveBack'>;
  readonly clock: Pick<Clock, 'now'>;
}

const DAY_MS = 24 * 60 * 60_000;
/** What is over is kept for months, so that open ones alone bound nothing. */
const madeInADay = { most: 100, windowMs: DAY_MS };

/** Makes a link with which anyone can pay the user an amount once, into one of their own balances. */
export function createMakePaymentRequest(
  ports: MakePaymentRequestPorts,
): Handler<typeof makePaymentRequest> {
  return async ({ body, session, idempotencyKey }) => {
    const terms = await termsOf(ports, body, session);
    if ('refused' in terms) return terms;
    const counters = [[`payment requests ${session.userId}`, madeInADay]] as const;
    const wait = await takeQuotas(ports.limits, counters, ports.clock.now());
    if (wait > 0) return tooMany(wait, 'You’ve made too many links.');
    const made = await makeOnce(ports, session, { idempotencyKey, terms });
    if ('refused' in made || made.wasThere) await giveBackQuotas(ports.limits, counters);
    if ('refused' in made) return made;
    const view = ownRequestView(ports, made.request, null);
    return view === null ? refuse('unknown-token') : { data: view };
  };
}

interface Made {
  readonly request: OwnPaymentRequest;
  readonly wasThere: boolean;
}

interface Making {
  readonly idempotencyKey: string;
  readonly terms: PaymentRequestTerms;
}

/**
 * Under one key a user makes one link, whose id and code follow from it: whoever got no response asks again and gets the
 * same. No one else can calculate them.
 */
async function makeOnce(
  { vault, paymentRequests }: MakePaymentRequestPorts,
  session: CallSession,
  { idempotencyKey, terms }: Making,
): Promise<Made | Refusal> {
  const { userId } = session;
  const outcome = await vault.withOwnSeals(session, 'payment-requests', async (seals) => {
    const drawn = seals.tag(`made under ${idempotencyKey}`);
    const request = {
      id: uuidOf(drawn.subarray(0, UUID_BYTES)),
      code: requestCode(drawn.subarray(UUID_BYTES, UUID_BYTES + REQUEST_CODE_BYTES)),
      terms,
    };
    const stored = await paymentRequests.make({ userId, seals }, request, MOST_OPEN_REQUESTS);
    return { stored, request };
  });
  // A wallet that was deleted meanwhile has no session either.
  if (!outcome.ok || outcome.value.stored === 'user-removed') return refuse('unauthorized');
  const { stored, request } = outcome.value;
  if (stored === 'too-many') return refuse('too-many-payment-requests');
  const { code } = request;
  const made = await paymentRequests.find(code);
  if (made === null || made.userId !== userId) return refuse('unauthorized');
  if (!isSame(made.terms, terms)) return refuse('idempotency-key-reused');
  return { request: { ...made, code, paymentHashes: [] }, wasThere: stored === 'exists' };
}

const UUID_BYTES = 16;

/** @returns 16 bytes as a UUID of version 8 (RFC 9562), which leaves its bits to whoever makes it */
function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) & 3)).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** Whatever the time: a repeat comes later. */
function isSame(made: PaymentRequestTerms, wanted: PaymentRequestTerms): boolean {
  const lasts = ({ createdAt, expiresAt }: PaymentRequestTerms) =>
    expiresAt.getTime() - createdAt.getTime();
  return (
    made.tokenId === wanted.tokenId &&
    made.units === wanted.units &&
    made.recipient === wanted.recipient &&
    made.message === wanted.message &&
    made.name === wanted.name &&
    lasts(made) === lasts(wanted)
  );
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
