import type { PublicAddress } from '#domain/address/address';
import { type Hold, holdsOf } from '#domain/operation/holds';
import {
  isOpen,
  isRequested,
  isTerminal,
  type OpenOperation,
  type Operation,
  type SignedOperation,
  type UnsignedOperation,
} from '#domain/operation/operation';
import { isPaidInPart, isWithoutEffect } from '#domain/operation/outcome';
import type {
  ObservedOperation,
  PaidRecipient,
  Payer,
  PrivateTransactionProgress,
} from '../ports/operations.ts';
import { hashesOf, type MemoryRepository, signedOperationsOf } from './memory-repository.ts';

function operationsOf(repository: MemoryRepository): Operation[] {
  return [...repository.entries.values()].map((entry) => entry.operation);
}

/** @returns how many are not final, by status */
export function countOpen(repository: MemoryRepository) {
  const statuses = operationsOf(repository)
    .filter(isUnended)
    .map(({ status }) => status);
  return new Map(
    statuses.map((status) => [status, statuses.filter((other) => other === status).length]),
  );
}

function isUnended(operation: Operation): operation is OpenOperation | UnsignedOperation {
  return !isTerminal(operation);
}

/** No one requested a consolidation or what fills a nonce gap. */
export function isOfUser(operation: Operation, userId: string): boolean {
  return operation.userId === userId && isRequested(operation.kind);
}

/** @returns the wanted ones, newest first */
export function observe(
  repository: MemoryRepository,
  isWanted: (operation: Operation) => boolean,
  progressOf: (operation: Operation) => PrivateTransactionProgress | null,
): ObservedOperation[] {
  const found = operationsOf(repository).filter(isWanted);
  found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  return found.map((operation) => ({
    operation,
    heads: repository.heads.get(operation.chainId) ?? null,
    progress: progressOf(operation),
  }));
}

/** @returns the amounts that the open and recently mined operations of an account reserve. */
export function readHolds(repository: MemoryRepository, account: string, since: Date): Hold[] {
  return stillInReading(repository, since)
    .filter((operation) => operation.account === account)
    .flatMap((operation) => holdsOf(operation));
}

/** @returns operations whose effect a reading of the chain may lack: those that are open or were mined after `since` */
export function stillInReading(repository: MemoryRepository, since: Date): SignedOperation[] {
  return signedOperationsOf(repository).filter(
    (o) => isOpen(o) || ('inclusion' in o && o.inclusion.minedAt > since),
  );
}

/** @returns whether a transaction was signed for another operation, or has ended another one of its user */
export function isOfAnother(
  repository: MemoryRepository,
  { id, userId }: Pick<Operation, 'id' | 'userId'>,
  hash: string,
): boolean {
  const others = signedOperationsOf(repository).filter((operation) => operation.id !== id);
  return others.some(
    (other) =>
      hashesOf(other).includes(hash) ||
      (other.userId === userId && 'inclusion' in other && other.inclusion.transactionHash === hash),
  );
}

const PAYING: readonly Operation['kind'][] = ['send', 'unshield', 'internal-transfer'];

/** @returns whom a user paid, most recently paid first */
export function paidRecipientsOf(
  repository: MemoryRepository,
  { userId, publicAddress, privateAddress }: Payer,
  limit: number,
): readonly PaidRecipient[] {
  const own = [publicAddress.toLowerCase(), privateAddress.toLowerCase()];
  const paid = operationsOf(repository).filter(
    (o) =>
      o.userId === userId &&
      PAYING.includes(o.kind) &&
      (!isWithoutEffect(o) || isPaidInPart(o)) &&
      !own.includes(o.recipient.toLowerCase()),
  );
  const byRecipient = Map.groupBy(paid, (o) => o.recipient);
  const recipients = [...byRecipient].map(([address, payments]) => ({
    address,
    payments: payments.length,
    lastPaidAt: new Date(Math.max(...payments.map((o) => o.createdAt.getTime()))),
  }));
  recipients.sort(
    (a, b) => b.lastPaidAt.getTime() - a.lastPaidAt.getTime() || (a.address < b.address ? -1 : 1),
  );
  return recipients.slice(0, limit);
}

/** @returns every public address that a user has paid, each once */
export function recipientsOf(
  repository: MemoryRepository,
  userId: string,
): readonly PublicAddress[] {
  const own = operationsOf(repository).filter(
    (o) => o.userId === userId && (o.kind === 'send' || o.kind === 'unshield'),
  );
  return [...new Set(own.map((o) => o.recipient as PublicAddress))].sort();
}
