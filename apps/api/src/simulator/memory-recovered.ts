import { foundOperation } from '#domain/operation/found-operation';
import {
  type AccountRecords,
  FAILOVER_PAUSE_MS,
  FAILOVER_RECENT_MS,
} from '#domain/operation/lost-commits';
import { isTerminal, type OpenOperation, type OperationDetails } from '#domain/operation/operation';
import type {
  AdoptionRequest,
  CallPattern,
  FinalTransaction,
  RecordedAccount,
  RecoveredTransactions,
} from '../ports/recovered-transactions.ts';
import { accountKeyOf } from './account-locks.ts';
import { endClaim } from './memory-claims.ts';
import { claimForFound } from './memory-payment-requests.ts';
import { findByKey, type MemoryRepository, type RecoveredEntry } from './memory-repository.ts';

/** As in PostgreSQL: above every claim that processes of before the failover can still have. */
const EPOCHS_APART = 1_000;

interface MemoryStatements {
  readonly statement: <T>(run: () => T) => Promise<T>;
  readonly now: () => Date;
  readonly recordsOf: (account: RecordedAccount) => AccountRecords;
}

/** What the records lacked, in memory, with the same guarantees as in PostgreSQL. */
export function createMemoryRecovered(
  repository: MemoryRepository,
  { statement, now, recordsOf }: MemoryStatements,
): RecoveredTransactions {
  return {
    records: (account) =>
      statement(() => {
        const records = recordsOf(account);
        if (!repository.server.seenAt.has(repository.server.timeline))
          noteServer(repository, now());
        return records;
      }),
    recover: (account, { transactions }) =>
      statement(() => {
        const accountKey = accountKeyOf(account);
        const added = transactions.filter(
          ({ nonce }) =>
            !repository.recovered.some(
              (r) => r.accountKey === accountKey && r.transaction.nonce === nonce,
            ),
        );
        for (const each of added) {
          repository.recovered.push({ transaction: each, accountKey, operationId: null });
        }
        const next = repository.nextNonces.get(accountKey) ?? 0;
        const highest = Math.max(...transactions.map(({ nonce }) => nonce + 1));
        repository.nextNonces.set(accountKey, Math.max(next, highest));
        return added;
      }),
    unexplained: async () => [],
    findRecovered: (account, pattern, minedSince) =>
      statement(() => {
        const accountKey = accountKeyOf(account);
        const found = repository.recovered
          .filter((each) => each.accountKey === accountKey && each.operationId === null)
          .map(({ transaction }) => transaction)
          .filter(({ minedAt, raw }) => minedAt > minedSince && raw !== '0x')
          .filter((transaction) => isLike(transaction, pattern))
          .sort((a, b) => a.nonce - b.nonce);
        return found[0] ?? null;
      }),
    adopt: (request) => statement(() => adopt(repository, request)),
  };
}

/** @returns what is known of the records of an account */
export function readRecords(
  repository: MemoryRepository,
  account: RecordedAccount,
  now: Date,
): AccountRecords {
  const { server, recovered, exportedUsers, nextNonces } = repository;
  const accountKey = accountKeyOf(account);
  const isRecent = ({ transaction }: RecoveredEntry) =>
    now.getTime() - transaction.minedAt.getTime() < FAILOVER_RECENT_MS;
  return {
    nextRecorded: nextNonces.get(accountKey) ?? 0,
    failover: failoverOf(server, now),
    isExported: account.userId !== null && exportedUsers.has(account.userId),
    hasRecovered: recovered.some(
      (each) => each.accountKey === accountKey && each.operationId === null && isRecent(each),
    ),
  };
}

function failoverOf(
  { timeline, seenAt }: MemoryRepository['server'],
  now: Date,
): AccountRecords['failover'] {
  const seen = seenAt.get(timeline);
  if (seen === undefined) return 'new';
  const agoMs = seen === null ? Infinity : now.getTime() - seen.getTime();
  if (agoMs < FAILOVER_PAUSE_MS) return 'just-now';
  return agoMs < FAILOVER_RECENT_MS ? 'recent' : 'none';
}

function noteServer({ server, entries }: MemoryRepository, now: Date): void {
  server.seenAt.set(server.timeline, now);
  for (const entry of entries.values()) {
    if (!isTerminal(entry.operation)) entry.epoch += EPOCHS_APART;
  }
}

function isLike({ to, value, data }: FinalTransaction, pattern: CallPattern): boolean {
  const isTo = pattern.to === null || pattern.to.toLowerCase() === to?.toLowerCase();
  const isValue = pattern.value === null || pattern.value === value;
  const like = new RegExp(
    `^${pattern.dataLike.toLowerCase().replaceAll('_', '.').replaceAll('%', '.*')}$`,
  );
  return isTo && isValue && like.test(data.toLowerCase());
}

/** Gives a recovered transaction to an operation. @returns false when it is not there, or another has it */
export function takeRecovered(
  { recovered }: MemoryRepository,
  operation: Pick<OperationDetails, 'id' | 'chainId' | 'account'>,
  nonce: number,
): boolean {
  const accountKey = accountKeyOf(operation);
  const entry = recovered.find(
    (each) => each.accountKey === accountKey && each.transaction.nonce === nonce,
  );
  if (entry?.operationId !== null) return false;
  entry.operationId = operation.id;
  return true;
}

function adopt(repository: MemoryRepository, request: AdoptionRequest): OpenOperation | null {
  const { details, transaction, idempotencyKey, fingerprint } = request;
  if (repository.removedUsers.has(details.userId)) return null;
  if (findByKey(repository, details.userId, idempotencyKey) !== null) return null;
  if (!takeRecovered(repository, details, transaction.nonce)) return null;
  claimForFound(repository, request);
  endClaim(repository, request);
  const operation = foundOperation(details, transaction);
  const dueAt = details.createdAt;
  repository.entries.set(details.id, { idempotencyKey, fingerprint, operation, epoch: 1, dueAt });
  return operation;
}
