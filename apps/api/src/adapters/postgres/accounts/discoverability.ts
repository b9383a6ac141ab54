import type pg from 'pg';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type { AccountName } from '../../../ports/accounts.ts';
import type { Discoverability } from '../../../ports/discoverability.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { Nullable, RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { NewestStates } from '../newest-states.ts';
import type { users } from '../schema/accounts.ts';
import type { discoverability } from '../schema/contacts.ts';
import { ACCOUNT, type AccountRow, signedAccountOf } from './accounts.ts';
import { discoverabilityContent } from './discoverability-seals.ts';

/** Null in each column when the user has no row. */
type SettingRow = Nullable<
  RowOf<typeof discoverability, 'is_discoverable' | 'changed_at' | 'seal'>
>;

const SETTING = 'd.is_discoverable, d.changed_at, d.seal';

const SEARCH = `select ${ACCOUNT}, ${SETTING} from users u join wallets w on w.user_id = u.id
  left join discoverability d on d.user_id = u.id`;

export const FIND_BY_EMAIL = statement<AccountRow & SettingRow>(`${SEARCH} where u.email = $1`);

export const FIND_BY_PHONE = statement<AccountRow & SettingRow>(`${SEARCH} where u.phone = $1`);

export const FIND_SETTING = statement<RowOf<typeof users, 'name'> & SettingRow>(
  `select u.name, ${SETTING} from users u left join discoverability d on d.user_id = u.id
   where u.id = $1`,
);

export const SET_DISCOVERABLE = statement(
  `insert into discoverability (user_id, is_discoverable, changed_at, seal) values ($1, $2, $3, $4)
   on conflict (user_id) do update set is_discoverable = excluded.is_discoverable,
     changed_at = excluded.changed_at, seal = excluded.seal`,
);

/** What the setting trusts beyond its rows. */
export interface DiscoverabilityTrust {
  readonly verifier: AccountVerifier;
  readonly seals: RowSeals;
  /** Of rows of `discoverability`, by user. */
  readonly newest: NewestStates;
}

/** Who can be found, as rows; a user without a row that has its seal can't be. */
export function createPostgresDiscoverability(
  { pool }: { readonly pool: pg.Pool },
  trust: DiscoverabilityTrust,
): Discoverability {
  const { verifier, seals, newest } = trust;
  return {
    async isDiscoverable(userId) {
      const row = await readFirst(pool, FIND_SETTING, [userId]);
      return row !== null && isDiscoverable({ ...row, user_id: userId }, trust);
    },
    async setDiscoverable(userId, wanted, now) {
      const row = await readFirst(pool, FIND_SETTING, [userId]);
      // An account that was deleted meanwhile can't be found anyway.
      if (row === null) return;
      const changedAt = laterThan(sealedAt({ ...row, user_id: userId }, seals), now);
      const content = { userId, name: row.name, isDiscoverable: wanted, changedAt };
      const seal = seals.seal(...discoverabilityContent(content));
      await run(pool, SET_DISCOVERABLE, [userId, wanted, changedAt, seal]);
      // From now on, no older row counts.
      newest.isNewest(userId, changedAt.getTime());
    },
    async find(name) {
      const row = await findByName(pool, name);
      if (row === null) return null;
      const account = isDiscoverable(row, trust) ? signedAccountOf(row, verifier) : null;
      return { userId: row.user_id, account };
    },
  };
}

function findByName(pool: pg.Pool, name: AccountName): Promise<(AccountRow & SettingRow) | null> {
  if ('email' in name) return readFirst(pool, FIND_BY_EMAIL, [name.email]);
  return readFirst(pool, FIND_BY_PHONE, [name.phone]);
}

type UserRow = SettingRow & Pick<AccountRow, 'user_id' | 'name'>;

function isDiscoverable(row: UserRow, { seals, newest }: DiscoverabilityTrust): boolean {
  const changedAt = sealedAt(row, seals);
  if (changedAt === null) return false;
  const isNewest = newest.isNewest(row.user_id, changedAt.getTime());
  return isNewest && row.is_discoverable === true;
}

/** @returns when the row was changed; null without a row that has its seal */
function sealedAt(row: UserRow, seals: Pick<RowSeals, 'isSealed'>): Date | null {
  const { user_id: userId, name, is_discoverable: isOn, changed_at: changedAt, seal } = row;
  if (isOn === null || changedAt === null) return null;
  const content = discoverabilityContent({ userId, name, isDiscoverable: isOn, changedAt });
  return seals.isSealed(...content, seal) ? changedAt : null;
}

/** The clocks of two processes differ, and each change has to be later than the one before. */
function laterThan(before: Date | null, now: Date): Date {
  return before === null ? now : new Date(Math.max(now.getTime(), before.getTime() + 1));
}
