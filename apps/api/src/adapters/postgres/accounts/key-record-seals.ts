import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { sealEarlier } from '../connection/seal-earlier.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { keyRecords } from '../schema/accounts.ts';

type SealedKeyRecord = RowOf<typeof keyRecords, 'user_id' | 'recovered_at' | 'password_set_at'> & {
  readonly password_salt: Uint8Array;
};

export const FIND_UNSEALED = statement<
  RowOf<typeof keyRecords, 'user_id' | 'password_salt' | 'recovered_at' | 'password_set_at'>
>(
  'select user_id, password_salt, recovered_at, password_set_at from key_records where seal is null limit 1000',
);

export const SEAL = statement(
  'update key_records set seal = $3 where user_id = $1 and password_salt = $2 and seal is null',
);

/** @returns what the seal of a key record covers: the salt too, so that no column of an earlier row fits the present one */
export function keyRecordContent(row: SealedKeyRecord): Parameters<RowSeals['seal']> {
  const { user_id: id, password_salt: salt, recovered_at: recoveredAt, password_set_at: at } = row;
  return [
    { table: 'key_records', id, owner: id, counter: at.getTime() },
    [Buffer.from(salt).toString('hex'), recoveredAt?.toISOString() ?? ''],
  ];
}

/** Seals the key records of before rows had seals. @returns how many */
export function sealEarlierKeyRecords(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
): Promise<number> {
  return sealEarlier(connection, FIND_UNSEALED, (row) => {
    const seal = seals.seal(...keyRecordContent(row));
    return run(connection, SEAL, [row.user_id, row.password_salt, seal]);
  });
}
