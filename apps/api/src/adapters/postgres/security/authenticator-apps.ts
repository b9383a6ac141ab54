import type { RowSeals } from '../../../ports/row-seals.ts';
import type { AuthenticatorApp } from '../../../ports/second-factors.ts';
import type { RowOf } from '../connection/row-of.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { authenticatorApps } from '../schema/security.ts';
import type { FactorTrust } from './factor-trust.ts';

type AppRow = RowOf<typeof authenticatorApps, 'user_id' | 'secret' | 'created_at' | 'seal'>;

export const FIND_APP = statement<AppRow>(
  'select user_id, secret, created_at, seal from authenticator_apps where user_id = $1',
);

export const INSERT_APP = statement(`
  insert into authenticator_apps (user_id, secret, created_at, last_step, seal)
  values ($1, $2, $3, $4, $5)`);

export const REMOVE_APP = statement<Pick<AppRow, 'seal'>>(
  'delete from authenticator_apps where user_id = $1 returning seal',
);

export const USE_STEP = statement(
  'update authenticator_apps set last_step = $2 where user_id = $1 and last_step < $2',
);

export async function insertApp(
  connection: Queryable,
  { seals, appSeals }: FactorTrust,
  app: AuthenticatorApp & { readonly userId: string; readonly step: number },
): Promise<void> {
  const { userId, createdAt, step } = app;
  const secret = appSeals.seal(app.secret);
  const seal = seals.seal(...contentOf({ user_id: userId, secret, created_at: createdAt }));
  await run(connection, INSERT_APP, [userId, secret, createdAt, step, seal]);
}

/** @returns null for a row that this server did not write, that was moved to another user, or was put back */
export function appOf(
  row: AppRow,
  { seals, appSeals, used }: FactorTrust,
): AuthenticatorApp | null {
  if (!seals.isSealed(...contentOf(row), row.seal) || used.isRemoved(row.seal)) return null;
  return { secret: appSeals.open(row.secret), createdAt: row.created_at };
}

function contentOf({
  user_id,
  secret,
  created_at,
}: Pick<AppRow, 'user_id' | 'created_at'> & {
  readonly secret: Uint8Array;
}): Parameters<RowSeals['seal']> {
  return [
    { table: 'authenticator_apps', id: user_id, owner: user_id, counter: 0 },
    [Buffer.from(secret).toString('hex'), created_at.toISOString()],
  ];
}
