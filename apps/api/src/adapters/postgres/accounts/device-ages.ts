import type pg from 'pg';
import { ABSOLUTE_MS } from '#domain/session/session-limits';
import type { DeviceAges } from '../../../ports/device-ages.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, statement } from '../connection/statement.ts';
import type { sessions } from '../schema/accounts.ts';
import { findDeviceAge } from './known-devices.ts';
import { isSessionSealed } from './session-seals.ts';

type SessionRow = RowOf<
  typeof sessions,
  'id' | 'user_id' | 'last_active_at' | 'ends_at' | 'device_key' | 'seal'
>;

export const FIND_SESSION = statement<SessionRow>(
  `select id, user_id, last_active_at, ends_at, device_key, seal from sessions where id = $1 and user_id = $2`,
);

/** How long devices are known, by rows with seals: one that something else wrote makes no device older. */
export function createPostgresDeviceAges(
  { pool }: { readonly pool: pg.Pool },
  {
    seals,
    unboundSessionMs,
    clock,
  }: {
    readonly seals: RowSeals;
    readonly unboundSessionMs: number;
    readonly clock: { readonly now: () => Date };
  },
): DeviceAges {
  return {
    async newSince({ userId, sessionId }) {
      const session = await readFirst(pool, FIND_SESSION, [sessionId, userId]);
      if (session === null || !isSessionSealed(seals, session)) return clock.now();
      const { device_key: deviceKey, ends_at: endsAt } = session;
      if (deviceKey === null) return new Date(endsAt.getTime() - unboundSessionMs);
      const age = await findDeviceAge(pool, seals, { userId, deviceKey });
      return age === null ? new Date(endsAt.getTime() - ABSOLUTE_MS) : age.newSince;
    },
  };
}
