import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { OperationView } from '#wire/wallet/operation';
import { KILLS } from './run-settings.ts';
import type { UserSession } from './user-session.test-setup.ts';

export type PaymentKind = 'send' | 'shield' | 'unshield' | 'internal-transfer';

/** What a user wanted, and every response about it. */
export interface Payment {
  readonly payer: string;
  readonly kind: PaymentKind;
  readonly tokenId: string;
  readonly amount: bigint;
  /** An address of a user, public or private, or one that no other payment has. */
  readonly to: string;
  readonly key: string;
  /** More than one would be a payment made twice. */
  readonly operationIds: Set<string>;
  lostResponses: number;
  /** Responses after which the same request was made again. */
  repeats: number;
  /** The code of the refusal, which left nothing behind; null when it was accepted. */
  refusal: string | null;
  readonly requestedAt: number;
}

const ENDED: readonly string[] = ['confirmed', 'failed', 'reverted', 'replaced'];
/** Refusals that pass: the same request is made again, as a page does. */
const PASSING: readonly number[] = [409, 429];
/** A node that counts too high leaves a nonce gap, which the pages of its user fill. */
const CONTINUE_EVERY_MS = 30_000;
/** A private payment may wait for the last kill: its process dies sooner than it can prove. */
const WITHIN_MS = 300_000 + KILLS * 10_000;

export function newPayment(
  payer: UserSession,
  wanted: Pick<Payment, 'kind' | 'tokenId' | 'amount' | 'to'>,
): Payment {
  return {
    ...wanted,
    payer: payer.name,
    key: randomUUID(),
    operationIds: new Set(),
    lostResponses: 0,
    repeats: 0,
    refusal: null,
    requestedAt: Date.now(),
  };
}

/** An address that no one has used. */
export function newAddress(): `0x${string}` {
  return privateKeyToAddress(generatePrivateKey());
}

/** Makes a payment; a lost response is retried with the same key. @returns its operation; null when it was refused */
export async function pay(user: UserSession, payment: Payment): Promise<string | null> {
  const { path, body } = requestOf(user, payment);
  const deadline = Date.now() + WITHIN_MS;
  for (;;) {
    const reply = await user.post<{ operation: OperationView }>(path, body, payment.key);
    if (reply?.status === 200) {
      payment.operationIds.add(reply.body.operation.id);
      return reply.body.operation.id;
    }
    if (reply === null) payment.lostResponses += 1;
    else if (reply.status < 500 && !PASSING.includes(reply.status)) {
      payment.refusal = reply.body.code ?? String(reply.status);
      return null;
    } else payment.repeats += 1;
    if (Date.now() > deadline) {
      throw new Error(`${payment.kind} of ${payment.payer} got ${JSON.stringify(reply)}.`);
    }
    await sleep(reply?.body.retryAfter === undefined ? 400 : reply.body.retryAfter * 1_000);
  }
}

/** Requests it like a user who changed their mind; being refused is fine. */
export async function request(user: UserSession, id: string, what: 'cancel' | 'speed-up') {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if ((await user.post(`/wallet/operations/${id}/${what}`, {})) !== null) return;
    await sleep(300);
  }
}

/** Follows an operation to its end, as its user's page does. */
export async function untilEnded(user: UserSession, id: string): Promise<OperationView> {
  const deadline = Date.now() + WITHIN_MS;
  let continueAt = Date.now() + CONTINUE_EVERY_MS;
  for (;;) {
    if (Date.now() > continueAt) {
      await user.post('/wallet/operations/continue', {});
      continueAt = Date.now() + CONTINUE_EVERY_MS;
    }
    const reply = await user.get<{ data: OperationView }>(`/wallet/operations/${id}`);
    const operation = reply?.status === 200 ? reply.body.data : null;
    if (operation && ENDED.includes(operation.status)) return operation;
    if (Date.now() > deadline) {
      throw new Error(`An operation of ${user.name} stayed ${JSON.stringify(operation)}.`);
    }
    await sleep(400);
  }
}

/** @returns how many operations of the user have not ended; null without a response */
export async function countOpen(user: UserSession): Promise<number | null> {
  const reply = await user.get<{ data: unknown[] }>('/wallet/operations');
  return reply?.status === 200 ? reply.body.data.length : null;
}

function requestOf({ privateAddress }: UserSession, { kind, tokenId, amount, to }: Payment) {
  const body = { tokenId, amount: amount.toString() };
  switch (kind) {
    case 'send':
      return { path: '/wallet/public/send-tokens', body: { ...body, recipientAddress: to } };
    case 'shield':
      return { path: '/wallet/shield', body };
    case 'unshield':
      return { path: '/wallet/unshield', body: { ...body, recipientAddress: to } };
    case 'internal-transfer':
      return {
        path: '/wallet/private/internal-transfer',
        body: { ...body, recipientAddress: to, senderAddress: privateAddress },
      };
  }
}
