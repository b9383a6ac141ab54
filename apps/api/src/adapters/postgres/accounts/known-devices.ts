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
type FoundDevice = RowOf<typeof knownDevices, 'first_seen_at' | 'seal'>;

/** Another sign-in with the same new device may have been first. */
export const REMEMBER_DEVICE = statement(`
  insert into known_devices (user_id, device, first_seen_at, last_seen_at, seal) values ($1, $2, $3, $3, $4)
  on conflict (user_id, device) do update set first_seen_at = excluded.first_seen_at,
    last_seen_at = excluded.last_seen_at, seal = excluded.seal`);

export const SEE_DEVICE = statement(
  'update known_devices set last_seen_at = $3 where user_id = $1 and device = $2',
);

export const FIND_DEVICE = statement<FoundDevice>(
  'select first_seen_at, seal from known_devices where user_id = $1 and device = $2',
);

export const HAS_DEVICE = statement('select from known_devices where user_id = $1 limit 1');

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
  const ageOfKey = (userId: string, deviceKey: string) =>
    findDeviceAge(pool, seals, { userId, deviceKey });
  return {
    isKnown: async (userId, device) => (await ageOfKey(userId, device)) !== null,
    async isKnownSince(userId, device, before) {
      const age = await ageOfKey(userId, device);
      return age !== null && (age.newSince === null || age.newSince < before);
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
  const named = {
    user_id: userId,
    device: device.key === null ? device.name : keyDevice(device.key),
  };
  const values = [named.user_id, named.device, now];
  const found = await readFirst(connection, FIND_DEVICE, values.slice(0, 2));
  if (found !== null && ageOf(seals, { ...named, ...found }) !== null) {
    await run(connection, SEE_DEVICE, values);
    return true;
  }
  const isFirst = (await run(connection, HAS_DEVICE, [userId])) === 0;
  const content = isFirst ? firstContentOf(named) : newContentOf({ ...named, first_seen_at: now });
  await run(connection, REMEMBER_DEVICE, [...values, seals.seal(...content)]);
  return false;
}

/** @returns since when a device is new, or that it is not; null when this server does not know it */
export async function findDeviceAge(
  connection: Queryable,
  seals: Pick<RowSeals, 'isSealed'>,
  { userId, deviceKey }: { readonly userId: string; readonly deviceKey: string },
): Promise<DeviceAge | null> {
  const named = { user_id: userId, device: keyDevice(deviceKey) };
  const row = await readFirst(connection, FIND_DEVICE, [named.user_id, named.device]);
  return row && ageOf(seals, { ...named, ...row });
}

/** Null for an account's first device, and for one from before this was recorded. */
export interface DeviceAge {
  readonly newSince: Date | null;
}

function ageOf(seals: Pick<RowSeals, 'isSealed'>, row: Device & FoundDevice): DeviceAge | null {
  if (seals.isSealed(...newContentOf(row), row.seal)) return { newSince: row.first_seen_at };
  const isOld =
    seals.isSealed(...firstContentOf(row), row.seal) || seals.isSealed(...contentOf(row), row.seal);
  return isOld ? { newSince: null } : null;
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

function newContentOf(
  row: Device & Pick<FoundDevice, 'first_seen_at'>,
): Parameters<RowSeals['seal']> {
  const [identity, fields] = contentOf(row);
  return [identity, [...fields, row.first_seen_at.toISOString()]];
}

function firstContentOf(row: Device): Parameters<RowSeals['seal']> {
  const [identity, fields] = contentOf(row);
  return [identity, [...fields, 'first of its account']];
}
