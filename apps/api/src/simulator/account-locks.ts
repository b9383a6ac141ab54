import type { Operation } from '#domain/operation/operation';

/** Row locks by account: who has each, and who waits for it in which order. */
export type AccountLocks = Map<string, AccountLock>;

interface AccountLock {
  owner: object;
  readonly waiting: { readonly owner: object; readonly enter: () => void }[];
}

/** Resolves when `owner` has the lock. */
export function lock(locks: AccountLocks, key: string, owner: object): Promise<void> {
  const held = locks.get(key);
  if (held === undefined) {
    locks.set(key, { owner, waiting: [] });
    return Promise.resolve();
  }
  return new Promise((enter) => held.waiting.push({ owner, enter }));
}

/** Hands the lock to the next in line. */
export function unlock(locks: AccountLocks, key: string): void {
  const held = locks.get(key);
  const next = held?.waiting.shift();
  if (held === undefined || next === undefined) {
    locks.delete(key);
    return;
  }
  held.owner = next.owner;
  next.enter();
}

/** Ends the transactions of a process that died: releases its locks and drops its place in every line. */
export function releaseAll(locks: AccountLocks, owner: object): void {
  for (const [key, held] of [...locks]) {
    const others = held.waiting.filter((waiter) => waiter.owner !== owner);
    held.waiting.splice(0, held.waiting.length, ...others);
    if (held.owner === owner) unlock(locks, key);
  }
}

/** @returns the transaction that begins with a lock that its owner has; `end` releases it, once */
export function openTransaction(locks: AccountLocks, key: string, owner: object) {
  let isOver = false;
  return {
    end() {
      const isHeld = !isOver && locks.get(key)?.owner === owner;
      isOver = true;
      if (isHeld) unlock(locks, key);
    },
    requireOpen() {
      if (isOver)
        throw new Error('The database ended the transaction, which was idle for too long.');
    },
  };
}

/** @returns the key of an account's nonces and lock. */
export function accountKeyOf({ chainId, account }: Pick<Operation, 'chainId' | 'account'>): string {
  return `${chainId}:${account}`;
}
