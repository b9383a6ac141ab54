import type { ClaimRecord } from '#domain/claim/claim-state';
import { claimState } from '#domain/claim/claim-state';
import { isSigned, type Operation } from '#domain/operation/operation';
import { networkFeePaid, transactionHash } from '#domain/operation/outcome';
import type { Claims, StoredClaim } from '../../ports/claims.ts';
import { findByKey, type MemoryRepository } from '../memory-repository.ts';
import type { ClaimEnvironment } from './claim-environment.ts';
import type { ClaimRow } from './claim-ports.ts';

type Database = Pick<ClaimEnvironment, 'simulation' | 'repository' | 'claims'>;

const HOLDING = ['sending', 'waiting', 'claiming', 'expired', 'returning'];

/**
 * Payments by link in memory, with the same guarantees as in PostgreSQL.
 * @param roundTrip takes as long as one to the database; called before and after every statement
 */
export function createMemoryClaims(
  database: Database,
  roundTrip: () => Promise<void> = async () => {},
): Claims {
  const { repository, claims, simulation } = database;
  async function statement<T>(run: () => T): Promise<T> {
    const { timeline } = repository.server;
    const requireServer = () => {
      if (repository.server.timeline !== timeline) throw new Error('The connection was lost.');
    };
    await roundTrip();
    requireServer();
    const result = run();
    await roundTrip();
    requireServer();
    return result;
  }
  const rowsOf = (userId: string) => [...claims.values()].filter((row) => row.userId === userId);
  const count = (userId: string, states: readonly string[]) =>
    rowsOf(userId).filter((row) => {
      const state = stateOf(database, row);
      return state !== null && states.includes(state);
    }).length;
  return {
    nextNumber: (userId) =>
      statement(() => Math.max(-1, ...rowsOf(userId).map(({ terms }) => terms.number)) + 1),
    make: ({ userId }, claim, most) =>
      statement(() => {
        if (repository.removedUsers.has(userId)) return 'user-removed';
        const theirs = rowsOf(userId);
        if (theirs.some(({ fundingKey }) => fundingKey === claim.fundingKey)) return 'exists';
        if (theirs.some(({ terms }) => terms.number === claim.terms.number)) return 'number-taken';
        if (count(userId, HOLDING) >= most) return 'too-many';
        // The caller overwrites its own.
        const entropy = Uint8Array.from(claim.entropy);
        claims.set(claim.id, { ...claim, entropy, userId, openedAt: null });
        repository.claimEnds.set(claim.id, null);
        return 'made';
      }),
    findMade: ({ userId }, fundingKey) =>
      statement(() => rowsOf(userId).find((row) => row.fundingKey === fundingKey) ?? null),
    list: ({ userId }) =>
      statement(() =>
        rowsOf(userId)
          .toReversed()
          .flatMap((row) => {
            const stored = storedOf(database, row);
            return stored === null ? [] : [{ ...stored, code: row.code }];
          }),
      ),
    find: (code) =>
      statement(() => {
        const row = [...claims.values()].find((each) => each.code === code);
        const stored = row === undefined ? null : storedOf(database, row);
        if (row === undefined || stored === null) return null;
        return { ...stored, entropy: Uint8Array.from(row.entropy) };
      }),
    countHolding: (userId) => statement(() => count(userId, HOLDING)),
    markOpened: (id, now) =>
      statement(() => {
        const row = claims.get(id);
        if (row !== undefined) row.openedAt ??= now;
      }),
    notify: async () => true,
    remind: async () => true,
    sweep: async () => void simulation.now(),
  };
}

/** @returns what became of a payment by link; null for one whose money was never sent */
export function stateOf(database: Database, row: ClaimRow) {
  const stored = storedOf(database, row);
  return stored && claimState(row.terms, stored.record, database.simulation.now());
}

function storedOf({ repository }: Database, row: ClaimRow): StoredClaim | null {
  const funding = findByKey(repository, row.userId, row.fundingKey)?.operation;
  if (funding === undefined) return null;
  const end = endOf(repository, row.id);
  return {
    ...{ id: row.id, userId: row.userId, terms: row.terms },
    record: { funding: funding.status, end: end && recordOf(end, row) },
    funding: {
      operationId: funding.id,
      transactionHash: isSigned(funding) ? transactionHash(funding) : null,
      feePaid: networkFeePaid(funding),
      block: 'inclusion' in funding ? funding.inclusion.blockNumber : null,
    },
    lastEnd: end && { operationId: end.id, userId: end.userId },
    endedIn: end && inclusionOf(end),
    ...{ notifiedAt: null, reminders: 0, remindedAt: null, openedAt: row.openedAt },
  };
}

/** @returns the operation that was last stored to end a claim; null while there was none */
function endOf({ claimEnds, entries }: MemoryRepository, id: string): Operation | null {
  return entries.get(claimEnds.get(id) ?? '')?.operation ?? null;
}

function recordOf({ status, userId }: Operation, row: ClaimRow): NonNullable<ClaimRecord['end']> {
  return { status, isReturn: userId === row.userId };
}

function inclusionOf(operation: Operation): StoredClaim['endedIn'] {
  if (!('inclusion' in operation)) return null;
  const { transactionHash: hash, minedAt } = operation.inclusion;
  return { transactionHash: hash, at: minedAt };
}
