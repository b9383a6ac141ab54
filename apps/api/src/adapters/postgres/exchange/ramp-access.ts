import type pg from 'pg';
import type { RampAccess } from '../../../ports/ramp-access.ts';
import type { TextSeals } from '../../../ports/text-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { rampAccess } from '../schema/ramp.ts';

/** How long after a new token the previous one still verifies a webhook. */
const PREVIOUS_FOR_MS = 24 * 60 * 60_000;

export const READ = statement<
  RowOf<typeof rampAccess, 'current' | 'expires_at' | 'previous' | 'issued_at'>
>('select current, expires_at, previous, issued_at from ramp_access where id = 1');

export const LEASE = statement(
  `insert into ramp_access as a (id, leased_until) values (1, $2)
   on conflict (id) do update set leased_until = excluded.leased_until where a.leased_until <= $1`,
);

export const SAVE = statement(
  `insert into ramp_access as a (id, current, expires_at, issued_at, leased_until) values (1, $1, $2, $3, $3)
   on conflict (id) do update set previous = a.current, current = excluded.current,
     expires_at = excluded.expires_at, issued_at = excluded.issued_at, leased_until = excluded.leased_until`,
);

/** The partner's access token as one sealed row: the database alone reveals nothing. */
export function createPostgresRampAccess(
  { pool }: { readonly pool: pg.Pool },
  secrets: TextSeals,
): RampAccess {
  return {
    async read(now) {
      const row = await readFirst(pool, READ);
      if (!row?.current || !row.expires_at || !row.issued_at) return null;
      const current = openOrNull(row.current);
      const isRecent = now.getTime() - row.issued_at.getTime() < PREVIOUS_FOR_MS;
      const previous = row.previous && isRecent ? openOrNull(row.previous) : null;
      return current === null ? null : { current, expiresAt: row.expires_at, previous };
    },
    async lease(now, leaseMs) {
      return (await run(pool, LEASE, [now, new Date(now.getTime() + leaseMs)])) === 1;
    },
    async save(token, expiresAt, now) {
      await run(pool, SAVE, [secrets.seal(token), expiresAt, now]);
    },
  };

  /** A token that was sealed under keys this server no longer has counts as missing. */
  function openOrNull(sealed: Buffer): string | null {
    try {
      return secrets.open(sealed);
    } catch {
      return null;
    }
  }
}
