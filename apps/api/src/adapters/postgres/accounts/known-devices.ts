import type pg from 'pg';
import type { KnownDevices } from '../../../ports/known-devices.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { NewSession } from '../../../ports/sessions.ts';
import type { RowOf } from '../connection/row-of.ts';
import { sealEarlier } from '../connection/seal-earlier.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { knownDevices } from '../schema/accounts.ts';

type Device = RowOf<typeof knownDevices, 'user_id' | 'device'>;

/** The subquery of `returning` sees the table as it was before the insert. */
export const REMEMBER_DEVICE = statement<{ readonly seal_before: Buffer | null }>(`
  insert into known_devices (user_id, device, first_seen_at, last_seen_at, seal) values ($1, $2, $3, $3, $4)
  on conflict (user_id, device) do update set last_seen_at = excluded.last_seen_at, seal = excluded.seal
  returning (select seal from known_devices where user_id = $1 and device = $2) as seal_before`);

export const FIND_SEAL = statement<RowOf<typeof knownDevices, 'seal'>>(
  'select seal from known_devices where user_id = $1 and device = $2',
);

export const FIND_UNSEALED = statement<Device>(
  'select user_id, device from known_devices where seal is null limit 1000',
);

export const SEAL = statement(
  'update known_devices set seal = $3 where user_id = $1 and device = $2 and seal is null',
);

/** Remembered devices in PostgreSQL; a row that something else wrote is none. */
export function createPostgresKnownDevices(
  { pool }: { readonly pool: pg.Pool },
  { seals }: { readonly seals: RowSeals },
): KnownDevices {
  return {
    async isKnown(userId, device) {
      const named = keyDevice(device);
      const row = await readFirst(pool, FIND_SEAL, [userId, named]);
      return (
        row !== null && seals.isSealed(...contentOf({ user_id: userId, device: named }), row.seal)
      );
    },
  };
}

/**
 * Remembers the device of a sign-in; call it in the transaction of its session.
 * @returns whether this server had remembered it before: a row that something else inserted is no known device
 */
export async function rememberDevice(
  connection: Queryable,
  seals: RowSeals,
  { userId, device, now }: Pick<NewSession, 'userId' | 'device' | 'now'>,
): Promise<boolean> {
  const named = device.key === null ? device.name : keyDevice(device.key);
  const content = contentOf({ user_id: userId, device: named });
  const values = [userId, named, now, seals.seal(...content)];
  const before = (await readFirst(connection, REMEMBER_DEVICE, values))?.seal_before ?? null;
  return before !== null && seals.isSealed(...content, before);
}

/** Seals what was remembered before rows had seals. @returns how many */
export function sealEarlierDevices(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
): Promise<number> {
  return sealEarlier(connection, FIND_UNSEALED, (row) =>
    run(connection, SEAL, [row.user_id, row.device, seals.seal(...contentOf(row))]),
  );
}

/** How a device with a key is stored; no name of a browser begins like this. */
function keyDevice(thumbprint: string): string {
  return `key ${thumbprint}`;
}

function contentOf({ user_id, device }: Device): Parameters<RowSeals['seal']> {
  return [{ table: 'known_devices', id: user_id, owner: user_id, counter: 0 }, [device]];
}
