import type { RowSeals } from '../../../ports/row-seals.ts';
import type { StoredPasskey } from '../../../ports/second-factors.ts';
import type { RowOf } from '../connection/row-of.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { passkeys } from '../schema/security.ts';
import type { FactorTrust } from './factor-trust.ts';

export type PasskeyRow = RowOf<typeof passkeys>;

const COLUMNS = `credential_id, user_id, name, public_key, wrap, is_synced, transports, sign_count, created_at,
  last_used_at, seal`;

export const FIND_PASSKEYS = statement<PasskeyRow>(
  `select ${COLUMNS} from passkeys where user_id = $1 order by created_at, credential_id`,
);

export const FIND_PASSKEY = statement<PasskeyRow>(
  `select ${COLUMNS} from passkeys where credential_id = $1`,
);

export const COUNT_PASSKEYS = statement<{ readonly count: number }>(
  'select count(*)::int as count from passkeys where user_id = $1',
);

export const INSERT_PASSKEY = statement(`
  insert into passkeys (credential_id, user_id, name, public_key, wrap, is_synced, transports, sign_count, created_at, seal)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`);

export const RENAME_PASSKEY = statement<PasskeyRow>(
  `update passkeys set name = $3 where credential_id = $1 and user_id = $2 returning ${COLUMNS}`,
);

export const REMOVE_PASSKEYS = statement<Pick<PasskeyRow, 'seal'>>(
  'delete from passkeys where user_id = $1 returning seal',
);

export const REMOVE_PASSKEY = statement<Pick<PasskeyRow, 'seal'>>(
  'delete from passkeys where credential_id = $1 and user_id = $2 returning seal',
);

/** A count that did not grow changes nothing. */
export const USE_PASSKEY = statement(`
  update passkeys set sign_count = $3::bigint, last_used_at = $4 where credential_id = $1 and user_id = $2
  and (sign_count < $3::bigint or (sign_count = 0 and $3::bigint = 0))`);

type SealedPasskey = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'wrap' | 'createdAt'> & {
  readonly userId: string;
};

/** @returns false when the credential is stored already */
export async function insertPasskey(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
  passkey: Omit<StoredPasskey, 'lastUsedAt'> & { readonly userId: string },
): Promise<boolean> {
  const { userId, name, publicKey, wrap, isSynced, transports, signCount, createdAt } = passkey;
  const count = await run(connection, INSERT_PASSKEY, [
    credentialBytes(passkey.credentialId),
    userId,
    name,
    publicKey,
    wrap,
    isSynced,
    JSON.stringify(transports),
    signCount,
    createdAt,
    seals.seal(...contentOf(passkey)),
  ]);
  return count === 1;
}

/** @returns null for a row that this server did not write, that was moved to another user, or was put back */
export function passkeyOf(
  row: PasskeyRow,
  { seals, used }: Pick<FactorTrust, 'seals' | 'used'>,
): StoredPasskey | null {
  const passkey = {
    credentialId: Buffer.from(row.credential_id).toString('base64url'),
    name: row.name,
    publicKey: row.public_key,
    wrap: row.wrap,
    isSynced: row.is_synced,
    transports: row.transports,
    signCount: Number.parseInt(row.sign_count, 10),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
  const content = contentOf({ ...passkey, userId: row.user_id });
  return seals.isSealed(...content, row.seal) && !used.isRemoved(row.seal) ? passkey : null;
}

export function credentialBytes(credentialId: string): Buffer {
  return Buffer.from(credentialId, 'base64url');
}

function contentOf({
  credentialId,
  userId,
  publicKey,
  wrap,
  createdAt,
}: SealedPasskey): Parameters<RowSeals['seal']> {
  return [
    { table: 'passkeys', id: credentialId, owner: userId, counter: 0 },
    [hex(publicKey), wrap === null ? '' : hex(wrap), createdAt.toISOString()],
  ];
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
