import type { login } from '#wire/auth/login';
import type { ResponseOf } from '#wire/contract';
import type { Account } from '../ports/accounts.ts';
import type { DataKey } from '../ports/key-vault.ts';
import type { Client } from './call.ts';

/** A user whose data key is open. */
export interface OpenedUser {
  readonly account: Account;
  /** Of the password that is set at present. */
  readonly passwordSalt: Uint8Array;
  readonly dataKey: DataKey;
}

/**
 * Starts the session of a user who proved who they are, and erases the data key.
 * @returns null when the password was replaced meanwhile
 */
export type SignIn = (
  user: OpenedUser,
  client: Client,
) => Promise<{
  readonly sessionId: string;
  readonly response: ResponseOf<typeof login>;
} | null>;
