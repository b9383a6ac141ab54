import { isPaidInPart } from '#domain/operation/outcome';
import type { PaymentRequestTerms, RequestState } from '#domain/payment-request/payment-request';
import {
  keepsOthersOut,
  type RequestPayment,
  requestState,
} from '#domain/payment-request/request-state';
import type { PaymentRequests } from '../ports/payment-requests.ts';
import {
  createMemoryRepository,
  type MemoryPaymentRequest,
  type MemoryRepository,
} from './memory-repository.ts';

interface Claim {
  readonly paymentRequest?: string;
  readonly details: { readonly id: string; readonly createdAt: Date };
}

/** @returns what became of a request; null when there is none */
export function memoryRequestState(
  repository: MemoryRepository,
  tag: string,
  now: Date,
): RequestState | null {
  const row = repository.paymentRequests.get(tag);
  if (row === undefined) return null;
  return requestState(row.terms, { ...row, payment: paymentOf(repository, row) }, now);
}

/**
 * What payers need of payment requests, in memory; their tags are their codes.
 * @param roundTrip takes as long as one to the database; called before and after every statement
 */
export function createMemoryPaymentRequests(
  repository: MemoryRepository,
  roundTrip: () => Promise<void> = async () => {},
): Pick<PaymentRequests, 'tagOf' | 'find'> {
  return {
    tagOf: (code) => code,
    async find(code) {
      await roundTrip();
      const row = repository.paymentRequests.get(code);
      const payment = row === undefined ? null : paymentOf(repository, row);
      await roundTrip();
      if (row === undefined) return null;
      const { userId, terms, cancelledAt, settledAt } = row;
      const record = { cancelledAt, settledAt, payment };
      return { id: code, userId, terms, record, paidIn: null, settledHash: null };
    },
  };
}

/** Adds a request of which nothing but its dates is read. */
export function addMemoryRequest(
  { paymentRequests }: MemoryRepository,
  tag: string,
  { expiresAt, cancelledAt }: { readonly expiresAt: Date; readonly cancelledAt?: Date },
): void {
  const terms = { expiresAt } as PaymentRequestTerms;
  const unpaid = { settledAt: null, operationId: null };
  paymentRequests.set(tag, { userId: '', terms, cancelledAt: cancelledAt ?? null, ...unpaid });
}

/** For what pays no request. */
export const NO_PAYMENT_REQUESTS = createMemoryPaymentRequests(createMemoryRepository());

/** Part of storing an operation. @returns false where it pays a request that isn't open any more */
export function claimRequest(
  repository: MemoryRepository,
  { paymentRequest, details }: Claim,
): boolean {
  if (paymentRequest === undefined) return true;
  if (memoryRequestState(repository, paymentRequest, details.createdAt) !== 'open') return false;
  give(repository, paymentRequest, details.id);
  return true;
}

/** The same for a payment that the network already has. */
export function claimForFound(
  repository: MemoryRepository,
  { paymentRequest, details }: Claim,
): void {
  const row = repository.paymentRequests.get(paymentRequest ?? '');
  if (paymentRequest === undefined || row === undefined) return;
  const payment = paymentOf(repository, row);
  if (payment === null || !keepsOthersOut(payment)) give(repository, paymentRequest, details.id);
}

function give({ paymentRequests }: MemoryRepository, tag: string, operationId: string): void {
  const row = paymentRequests.get(tag);
  if (row !== undefined) row.operationId = operationId;
}

function paymentOf(
  { entries }: MemoryRepository,
  { operationId }: MemoryPaymentRequest,
): RequestPayment | null {
  if (operationId === null) return null;
  const operation = entries.get(operationId)?.operation;
  if (operation === undefined) return { status: 'created', isPaidInPart: false };
  return { status: operation.status, isPaidInPart: isPaidInPart(operation) };
}
