import type pg from 'pg';
import { type Language, languageNamed } from '#language/languages';
import type { UserLanguages } from '../../../ports/user-languages.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { users } from '../schema/accounts.ts';

export const FIND_LANGUAGE = statement<RowOf<typeof users, 'language'>>(
  'select language from users where id = $1',
);

export const SET_LANGUAGE = statement(
  'update users set language = $2 where id = $1 and language <> $2',
);

/** The languages of users in PostgreSQL. */
export function createPostgresUserLanguages({ pool }: { readonly pool: pg.Pool }): UserLanguages {
  return {
    async of(userId) {
      return languageNamed((await readFirst(pool, FIND_LANGUAGE, [userId]))?.language);
    },
    set: (userId, language) => setLanguage(pool, userId, language),
  };
}

/** Writes nothing when it is that already. */
export async function setLanguage(
  connection: Queryable,
  userId: string,
  language: Language,
): Promise<void> {
  await run(connection, SET_LANGUAGE, [userId, language]);
}
