import type pg from 'pg';
import type { ClaimOwner, Claims, NewClaim } from '../../../ports/claims.ts';
import { createOwnerLock } from '../accounts/owner-lock.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import { UUID } from '../connection/uuid.ts';
import {
  BARE_COLUMNS,
  type BareClaimRow,
  CLAIM_COLUMNS,
  type ClaimRow,
  type ClaimTrust,
  FROM_CLAIMS,
  openBare,
  openFound,
  openOwn,
  sealContent,
  sealOwnSecret,
} from './claim-rows.ts';
import { MOVED_NOTHING } from './operation-rows.ts';

export const NEXT_NUMBER = statement<{ readonly next: number }>(
  'select coalesce(max(number), -1) + 1 as next from claims where user_id = $1',
);

/** Its money is set aside, or on its way to or from there. */
const IS_HOLDING = `f.status not in (${MOVED_NOTHING}) and e.status is distinct from 'confirmed'`;

export const COUNT_HOLDING = statement<{ readonly holding: number }>(
  `select count(*)::int as holding from ${FROM_CLAIMS} where c.user_id = $1 and ${IS_HOLDING}`,
);

/** Values: $1 user, $2 funding key, $3 number. */
export const FIND_TAKEN = statement<{ readonly is_same: boolean }>(`
  select funding_key = $2 as is_same from claims where user_id = $1 and (funding_key = $2 or number = $3)
  order by is_same desc limit 1`);

export const INSERT_CLAIM = statement(`
  insert into claims (id, user_id, number, chain_id, address, funding_key, lookup, content, sealed_code, created_at,
    expires_at)
  values ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), $8, $9, $10, $11)`);

export const FIND_MADE = statement<BareClaimRow>(
  `select ${BARE_COLUMNS} from claims c where c.user_id = $1 and c.funding_key = $2`,
);

/** More than anyone makes. */
const MOST_LISTED = 500;

/** When a claim ended; null while it may hold money. */
const ENDED_AT = `case when e.status = 'confirmed' then e.ended_at
    when f.status in (${MOVED_NOTHING}) then f.ended_at end`;

/** Values: $1 user, $2 a time. */
export const LIST_CLAIMS = statement<ClaimRow>(`
  select ${CLAIM_COLUMNS} from ${FROM_CLAIMS}
  where c.user_id = $1 and coalesce(${ENDED_AT} >= $2, true)
  order by ${IS_HOLDING} desc, c.created_at desc, c.id limit ${MOST_LISTED}`);

export const FIND_CLAIM = statement<ClaimRow>(
  `select ${CLAIM_COLUMNS} from ${FROM_CLAIMS} where c.lookup = decode($1, 'hex')`,
);

export const MARK_OPENED = statement(
  'update claims set opened_at = $2 where id = $1 and opened_at is null',
);

/** One of which nothing was ever sent has no operation. Values: $1 and $2 times. */
export const SWEEP_CLAIMS = statement(`
  delete from claims where id in (
    select c.id from claims c
      left join operations f on f.user_id = c.user_id and f.idempotency_key = c.funding_key
      left join operations e on e.id = c.operation_id
    where c.created_at < $2 and (f.id is null or ${ENDED_AT} < $1))`);

/** Payments by link as encrypted rows. */
export function createPostgresClaims(
  { pool }: { readonly pool: pg.Pool },
  trust: ClaimTrust,
): Omit<Claims, 'notify' | 'remind' | 'sweep'> {
  const underLock = createOwnerLock(pool);
  return {
    nextNumber: async (userId) => (await readFirst(pool, NEXT_NUMBER, [userId]))?.next ?? 0,
    make: (owner, claim, most) =>
      underLock(owner.userId, (connection) =>
        makeUnderLock(connection, trust, { owner, claim, most }),
      ),
    async findMade({ userId, seals }, fundingKey) {
      const row = await readFirst(pool, FIND_MADE, [userId, fundingKey]);
      return row && openBare(trust, seals, row);
    },
    async list({ userId, seals }, endedSince) {
      const rows = await readAll(pool, LIST_CLAIMS, [userId, endedSince]);
      return rows
        .flatMap((row) => openOwn(trust, seals, row) ?? [])
        .toSorted((a, b) => b.terms.createdAt.getTime() - a.terms.createdAt.getTime());
    },
    async find(code) {
      const row = await readFirst(pool, FIND_CLAIM, [trust.seals.tag(code)]);
      return row && openFound(trust, code, row);
    },
    countHolding: async (userId) => (await readFirst(pool, COUNT_HOLDING, [userId]))?.holding ?? 0,
    async markOpened(id, now) {
      if (UUID.test(id)) await run(pool, MARK_OPENED, [id, now]);
    },
  };
}

/** Deletes what ended; needs no key. */
export function createPostgresClaimSweep({
  pool,
}: {
  readonly pool: pg.Pool;
}): Pick<Claims, 'sweep'> {
  return {
    async sweep(endedBefore, unfundedBefore) {
      await run(pool, SWEEP_CLAIMS, [endedBefore, unfundedBefore]);
    },
  };
}

interface Making {
  readonly owner: ClaimOwner;
  readonly claim: NewClaim;
  readonly most: number;
}

async function makeUnderLock(
  connection: Queryable,
  { seals }: ClaimTrust,
  { owner, claim, most }: Making,
): Promise<'made' | 'exists' | 'number-taken' | 'too-many'> {
  const { userId } = owner;
  const { id, code, terms, entropy, fundingKey } = claim;
  const { number, chainId, address, createdAt, expiresAt } = terms;
  const taken = await readFirst(connection, FIND_TAKEN, [userId, fundingKey, number]);
  if (taken !== null) return taken.is_same ? 'exists' : 'number-taken';
  const counted = await readFirst(connection, COUNT_HOLDING, [userId]);
  if ((counted?.holding ?? 0) >= most) return 'too-many';
  await run(connection, INSERT_CLAIM, [
    ...[id, userId, number, chainId, address, fundingKey, seals.tag(code)],
    sealContent(seals, { id, userId }, { code, terms, entropy }),
    sealOwnSecret(owner.seals, { id, userId }, { code, number }),
    ...[createdAt, expiresAt],
  ]);
  return 'made';
}
