import type { PasswordParameters } from '../../apps/api/src/adapters/key-vault/password-hash.ts';
import {
  ACCOUNT,
  type AccountRow,
} from '../../apps/api/src/adapters/postgres/accounts/accounts.ts';
import type { Role } from './role.ts';

/** What is stored of a user's keys. */
export interface KeyRow extends AccountRow {
  readonly seed_ciphertext: Buffer;
  readonly password_salt: Buffer;
  readonly password_parameters: PasswordParameters;
  readonly password_verifier_hash: Buffer;
  readonly pepper_id: string;
  readonly password_wrap: Buffer;
  readonly recovery_wrap: Buffer;
}

export interface TokenRow {
  readonly hash: Buffer;
  readonly kind: 'access' | 'refresh';
  readonly session_id: string;
  readonly user_id: string;
  readonly wrap: Buffer | null;
}

export interface ChallengeRow {
  readonly id: string;
  readonly purpose: string;
  readonly subject: string;
  readonly requester: string;
  readonly codes_hash: Buffer;
  readonly expires_at: Date;
}

/** What a copy of the database has of keys, tokens and codes. */
export interface DatabaseCopy {
  readonly keys: readonly KeyRow[];
  readonly tokens: readonly TokenRow[];
  readonly challenges: readonly ChallengeRow[];
}

/** Copies what an attacker looks for first. */
export async function copyDatabase({ query }: Pick<Role, 'query'>): Promise<DatabaseCopy> {
  return {
    keys: await query<KeyRow>(
      `select k.*, ${ACCOUNT} from key_records k join users u on u.id = k.user_id
       join wallets w on w.user_id = u.id order by u.created_at`,
    ),
    tokens: await query<TokenRow>(
      `select t.hash, t.kind, t.session_id, s.user_id, t.wrap
       from session_tokens t join sessions s on s.id = t.session_id`,
    ),
    challenges: await query<ChallengeRow>('select * from code_challenges'),
  };
}

/** @returns the stored keys of a user. Throws without them. */
export function keysOf({ keys }: Pick<DatabaseCopy, 'keys'>, email: string): KeyRow {
  const row = keys.find((each) => each.email === email);
  if (row === undefined) throw new Error(`The copy has no keys of ${email}.`);
  return row;
}
