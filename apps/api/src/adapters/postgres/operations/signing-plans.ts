import type pg from 'pg';
import type { SigningRequest } from '../../../ports/operations.ts';
import type { PrivateTransactionRequest } from '../../../ports/private-transactions.ts';
import type { SealedRow } from '../../../ports/row-seals.ts';
import {
  isPrivate,
  type KnownPlan,
  type PlanOwner,
  type SigningPlan,
  type SigningPlans,
  signerOf,
} from '../../../ports/signing-plans.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { UUID } from '../connection/uuid.ts';
import type { signingPlans } from '../schema/signing-plans.ts';
import { lockAccountOfUser } from './account-nonces.ts';
import { lockPrivateBalance } from './lock-private-balance.ts';

type PlanRow = RowOf<
  typeof signingPlans,
  'id' | 'operation_id' | 'chain_id' | 'account' | 'state' | 'content' | 'expires_at'
>;

const COLUMNS = 'p.id, p.operation_id, p.chain_id, p.account, p.state, p.content, p.expires_at';
const NEWEST_FIRST = 'order by p.created_at desc, p.id';

/** Values: $1 chain, $2 account. */
export const REPLACE_WAITING = statement(`
  update signing_plans p set state = 'replaced'
  where p.chain_id = $1 and p.account = $2 and p.state = 'waiting'`);

export const INSERT_PLAN = statement(`
  insert into signing_plans
    (id, user_id, operation_id, chain_id, account, state, content, created_at, expires_at)
  values ($1, $2, $3, $4, $5, 'waiting', $6, $7, $8)`);

/** Values: $1 user, $2 operation. */
export const FIND_PLANS = statement<PlanRow>(`
  select ${COLUMNS} from signing_plans p
  where p.user_id = $1 and p.operation_id = $2 ${NEWEST_FIRST} limit 1`);

export const LIST_PLANS = statement<PlanRow>(
  `select ${COLUMNS} from signing_plans p where p.user_id = $1 ${NEWEST_FIRST}`,
);

/** Values: $1 user, $2 operation, $3 now. */
export const CANCEL_PLAN = statement(`
  update signing_plans p set state = 'cancelled'
  where p.user_id = $1 and p.operation_id = $2 and p.state = 'waiting' and p.expires_at > $3`);

/** Values: $1 user, $2 operation, $3 now, $4 plan. */
export const TAKE_PLAN = statement(`
  update signing_plans p set state = 'signed'
  where p.user_id = $1 and p.operation_id = $2 and p.state = 'waiting' and p.expires_at > $3
    and p.id = $4`);

export const SWEEP_PLANS = statement('delete from signing_plans where expires_at < $1');

/** Called with every row that counts as none. */
type Report = (row: Pick<SealedRow, 'table' | 'id' | 'owner'>) => void;

/** @returns the plans that wait for their owners' signatures, over a pool of connections */
export function createPostgresSigningPlans(
  { pool }: { readonly pool: pg.Pool },
  { report }: { readonly report: Report },
): Omit<SigningPlans, 'sweep'> {
  const openEach = (owner: PlanOwner, rows: readonly PlanRow[]) =>
    rows.flatMap((row) => {
      const plan = openRow(owner, row);
      if (plan === null) report({ table: 'signing_plans', id: row.id, owner: owner.userId });
      return plan ?? [];
    });
  return {
    store: (owner, plan) =>
      inTransaction(pool, async (connection) => {
        const { userId, seals } = owner;
        const { chainId, id: operationId, createdAt } = plan.details;
        if (!(await lockSigner(connection, plan, userId))) return false;
        const signer = signerOf(plan);
        await run(connection, REPLACE_WAITING, [chainId, signer]);
        const sealed = seals.seal(placeOf(userId, plan), writeExact(plan));
        const place = [plan.id, userId, operationId, chainId, signer];
        await run(connection, INSERT_PLAN, [...place, sealed, createdAt, plan.expiresAt]);
        return true;
      }),
    async find(owner, operationId) {
      if (!UUID.test(operationId)) return null;
      const rows = await readAll(pool, FIND_PLANS, [owner.userId, operationId]);
      return openEach(owner, rows)[0] ?? null;
    },
    list: async (owner) => openEach(owner, await readAll(pool, LIST_PLANS, [owner.userId])),
    async cancel(userId, operationId, now) {
      if (!UUID.test(operationId)) return false;
      return (await run(pool, CANCEL_PLAN, [userId, operationId, now])) === 1;
    },
  };
}

/** Under the lock that payments of the same balance are stored under. @returns false when the user was removed */
async function lockSigner(
  connection: Queryable,
  plan: SigningPlan,
  userId: string,
): Promise<boolean> {
  if (isPrivate(plan)) return lockPrivateBalance(connection, userId);
  const { chainId, account } = plan.details;
  return (await lockAccountOfUser(connection, { chainId, account, userId })) !== null;
}

/** @returns the deletion of expired plans, over a pool of connections */
export function createPostgresPlanSweep({
  pool,
}: {
  readonly pool: pg.Pool;
}): Pick<SigningPlans, 'sweep'> {
  return {
    async sweep(expiredBefore) {
      await run(pool, SWEEP_PLANS, [expiredBefore]);
    },
  };
}

/** @returns false where the operation is signed by its owner, and its plan doesn't wait any more */
export async function takePlan(
  connection: Queryable,
  { takesPlan, details }: Pick<SigningRequest | PrivateTransactionRequest, 'takesPlan' | 'details'>,
): Promise<boolean> {
  if (takesPlan === undefined) return true;
  const { userId, id, createdAt } = details;
  return (await run(connection, TAKE_PLAN, [userId, id, createdAt, takesPlan])) === 1;
}

function placeOf(userId: string, { id }: { readonly id: string }) {
  return { userId, id, version: 1 };
}

/** @returns null for one that was sealed for another user, or whose row says otherwise */
function openRow({ userId, seals }: PlanOwner, row: PlanRow): KnownPlan | null {
  const opened = seals.open(placeOf(userId, row), row.content);
  if (!opened.ok) return null;
  const plan = readExact<SigningPlan>(opened.text);
  const { id, chainId } = plan.details;
  const isTheRows =
    id === row.operation_id &&
    chainId === row.chain_id &&
    signerOf(plan) === row.account &&
    plan.expiresAt.getTime() === row.expires_at.getTime();
  return isTheRows ? { ...plan, state: row.state } : null;
}
