import type pg from 'pg';
import type { OwnerWrap, OwnerWraps, SealedOwnerWrap } from '../../../ports/owner-wraps.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { ownerWraps } from '../schema/owner-wraps.ts';

type WrapRow = RowOf<typeof ownerWraps>;
type ListedRow = Omit<WrapRow, 'user_id' | 'version' | 'salt' | 'keys_box' | 'entropy_box'>;

export const LIST_WRAPS = statement<ListedRow>(`
  select id, kind, label, credential_id, public_key, created_at, used_at from owner_wraps
  where user_id = $1 order by created_at, id`);

/** Serializes what adds or removes ways of one user. */
export const LOCK_WRAPS = statement(
  "select pg_advisory_xact_lock(hashtextextended('owner wraps ' || $1::text, 0))",
);

export const COUNT_WRAPS_OF_USER = statement<{ readonly id: string }>(
  'select id from owner_wraps where user_id = $1',
);

export const INSERT_WRAP = statement(`
  insert into owner_wraps (user_id, id, version, kind, label, credential_id, public_key, salt, keys_box,
    entropy_box, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`);

export const RENAME_WRAP = statement(
  'update owner_wraps set label = $3 where user_id = $1 and id = $2',
);

export const REMOVE_WRAP = statement('delete from owner_wraps where user_id = $1 and id = $2');

export const USE_WRAP = statement<WrapRow>(
  'update owner_wraps set used_at = $3 where user_id = $1 and id = $2 returning *',
);

/** Ways to open keys that only their owner has, in PostgreSQL. */
export function createPostgresOwnerWraps({ pool }: { readonly pool: pg.Pool }): OwnerWraps {
  return {
    list: async (userId) => (await readAll(pool, LIST_WRAPS, [userId])).map(listedOf),
    add: (userId, wrap, { most, now }) =>
      inTransaction(pool, async (connection) => {
        const ids = await lockedIds(connection, userId);
        if (ids.includes(wrap.id)) return 'taken';
        if (ids.length >= most) return 'too-many';
        await insertOwnerWrap(connection, userId, { wrap, now });
        return 'added';
      }),
    rename: async (userId, id, label) => (await run(pool, RENAME_WRAP, [userId, id, label])) === 1,
    remove: (userId, id) =>
      inTransaction(pool, async (connection) => {
        const ids = await lockedIds(connection, userId);
        if (!ids.includes(id)) return 'unknown';
        if (ids.length === 1) return 'last';
        await run(connection, REMOVE_WRAP, [userId, id]);
        return 'removed';
      }),
    async use(userId, id, now) {
      const row = await readFirst(pool, USE_WRAP, [userId, id, now]);
      return row === null ? null : sealedOf(row);
    },
  };
}

/** Stores a way to open keys. */
export async function insertOwnerWrap(
  connection: Queryable,
  userId: string,
  { wrap, now }: { readonly wrap: SealedOwnerWrap; readonly now: Date },
): Promise<void> {
  await run(connection, INSERT_WRAP, [
    ...[userId, wrap.id, wrap.version, wrap.kind, wrap.label, wrap.credentialId, wrap.publicKey],
    ...[wrap.salt, wrap.keysBox, wrap.entropyBox, now],
  ]);
}

async function lockedIds(connection: Queryable, userId: string): Promise<readonly string[]> {
  await run(connection, LOCK_WRAPS, [userId]);
  return (await readAll(connection, COUNT_WRAPS_OF_USER, [userId])).map(({ id }) => id);
}

function listedOf(row: ListedRow): OwnerWrap {
  const { id, kind, label, credential_id: credentialId, public_key: publicKey } = row;
  const times = { createdAt: row.created_at, usedAt: row.used_at };
  return { id, version: 1, kind, label, credentialId, publicKey, ...times };
}

function sealedOf(row: WrapRow): SealedOwnerWrap {
  const { createdAt: _created, usedAt: _used, ...listed } = listedOf(row);
  return { ...listed, salt: row.salt, keysBox: row.keys_box, entropyBox: row.entropy_box };
}
