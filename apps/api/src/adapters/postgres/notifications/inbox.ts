import type pg from 'pg';
import type { Inbox } from '../../../ports/inbox.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { inboxReads } from '../schema/notification-settings.ts';

export const FIND_READ = statement<RowOf<typeof inboxReads, 'read_until'>>(
  'select read_until from inbox_reads where user_id = $1',
);

/** Of a user who was removed meanwhile, nothing is stored. */
export const SET_READ = statement(
  `insert into inbox_reads as r (user_id, read_until) select id, $2 from users where id = $1 for key share
   on conflict (user_id) do update set read_until = excluded.read_until where r.read_until < excluded.read_until`,
);

/** What was read of inboxes, as rows. */
export function createPostgresInbox({ pool }: { readonly pool: pg.Pool }): Inbox {
  const readUntil: Inbox['readUntil'] = async (userId, now) => {
    const row = await readFirst(pool, FIND_READ, [userId]);
    return row === null ? null : earlierOf(row.read_until, now);
  };
  return {
    readUntil,
    async read(userId, until, now) {
      await run(pool, SET_READ, [userId, earlierOf(until, now)]);
      return readUntil(userId, now);
    },
  };
}

function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other;
}
