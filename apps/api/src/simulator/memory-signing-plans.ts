import type { KeyVault } from '../ports/key-vault.ts';
import type { SigningRequest } from '../ports/operations.ts';
import type { OwnSeals } from '../ports/own-seals.ts';
import type { PrivateTransactionRequest } from '../ports/private-transactions.ts';
import {
  type KnownPlan,
  type SigningPlan,
  type SigningPlans,
  signerOf,
} from '../ports/signing-plans.ts';
import type { MemoryRepository } from './memory-repository.ts';

/** @returns the plans that wait in a repository, with the same guarantees as in PostgreSQL */
export function createMemorySigningPlans(
  repository: MemoryRepository,
  roundTrip: () => Promise<void> = async () => {},
): SigningPlans {
  const { signingPlans: plans } = repository;
  /** A statement that takes its time, before it runs and after. */
  async function statement<T>(run: () => T): Promise<T> {
    await roundTrip();
    const result = run();
    await roundTrip();
    return result;
  }
  const listOf = (userId: string) =>
    [...plans.values()].filter(({ details }) => details.userId === userId).sort(newestFirst);
  const find = (userId: string, operationId: string) =>
    listOf(userId).find(({ details }) => details.id === operationId) ?? null;
  return {
    store: (_owner, plan) => statement(() => store(repository, plan)),
    find: ({ userId }, operationId) => statement(() => find(userId, operationId)),
    list: ({ userId }) => statement(() => listOf(userId)),
    cancel: (userId, operationId, now) =>
      statement(() => {
        const plan = find(userId, operationId);
        if (plan === null || !isWaiting(plan, now)) return false;
        plans.set(plan.id, { ...plan, state: 'cancelled' });
        return true;
      }),
    sweep: (expiredBefore) =>
      statement(() => {
        for (const { id, expiresAt } of plans.values()) {
          if (expiresAt < expiredBefore) plans.delete(id);
        }
      }),
  };
}

function store(repository: MemoryRepository, plan: SigningPlan): boolean {
  const { signingPlans: plans, removedUsers } = repository;
  const { userId, chainId } = plan.details;
  if (removedUsers.has(userId)) return false;
  for (const other of plans.values()) {
    const isOfSigner = other.details.chainId === chainId && signerOf(other) === signerOf(plan);
    if (isOfSigner && other.state === 'waiting') {
      plans.set(other.id, { ...other, state: 'replaced' });
    }
  }
  plans.set(plan.id, { ...plan, state: 'waiting' });
  return true;
}

type Taking = Pick<SigningRequest | PrivateTransactionRequest, 'takesPlan' | 'details'>;

/** @returns false where the operation is signed by its owner, and its plan doesn't wait any more */
export function takePlan(repository: MemoryRepository, taking: Taking): boolean {
  if (!mayTakePlan(repository, taking)) return false;
  const { signingPlans: plans } = repository;
  const plan = plans.get(taking.takesPlan ?? '');
  if (plan !== undefined) plans.set(plan.id, { ...plan, state: 'signed' });
  return true;
}

/** The same before something else is changed, which a transaction would undo. */
export function mayTakePlan(
  { signingPlans: plans }: MemoryRepository,
  { takesPlan, details }: Taking,
): boolean {
  if (takesPlan === undefined) return true;
  const plan = plans.get(takesPlan);
  if (plan?.details.userId !== details.userId || plan.details.id !== details.id) return false;
  return isWaiting(plan, details.createdAt);
}

function isWaiting({ state, expiresAt }: KnownPlan, now: Date): boolean {
  return state === 'waiting' && expiresAt > now;
}

function newestFirst(left: KnownPlan, right: KnownPlan): number {
  return right.details.createdAt.getTime() - left.details.createdAt.getTime();
}

/** Lets work that seals plans pass: a repository in memory encrypts nothing. */
export const withOpenSeals: KeyVault['withOwnSeals'] = async (_bearer, _purpose, work) => ({
  ok: true,
  value: await work(OPEN_SEALS),
});

const OPEN_SEALS: OwnSeals = {
  seal: (_place, text) => Buffer.from(text),
  open: (_place, sealed) => ({ ok: true, text: Buffer.from(sealed).toString() }),
  tag: (text) => Buffer.from(text),
};
