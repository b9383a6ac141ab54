import type { Role } from '../role.ts';
import { requireTrue } from './attacker.ts';

/** Runs statements that the role must not run. @returns what the database said */
export async function requireDenied(role: Role, statements: readonly string[]): Promise<string> {
  const allowed: string[] = [];
  const refusals = new Set<string>();
  for (const statement of statements) {
    // What fails for another reason was allowed to begin.
    const said = await role.attempt(statement).catch(() => 0);
    if (typeof said === 'string') refusals.add(said);
    else allowed.push(statement);
  }
  return requireTrue(
    allowed.length === 0,
    allowed.length === 0 ? [...refusals].join(', ') : `may run: ${allowed.join('; ')}`,
  );
}

const READ_KEYS = [
  'select password_verifier_hash, password_wrap from key_records',
  'select recovery_wrap, seed_ciphertext from key_records',
  'select hash, wrap from session_tokens',
];

/** Reads what passwords and tokens are tested against, and what they open. */
export function requireKeysDenied(role: Role): Promise<string> {
  return requireDenied(role, READ_KEYS);
}

const CHANGE_ACCOUNTS = [
  'update users set email = upper(email)',
  'update wallets set public_address = private_address',
  'update session_tokens set expires_at = now()',
  'update sessions set user_id = user_id',
  `insert into session_tokens (hash, session_id, kind, expires_at, rotation, seal)
   select sha256('mine'), id, 'access', now(), 0, '' from sessions`,
];

/** Changes contacts and addresses, and makes a token. */
export function requireAccountsDenied(role: Role): Promise<string> {
  return requireDenied(role, CHANGE_ACCOUNTS);
}

const REWRITE_AUDIT = ["update audit_events set event = 'nothing'", 'delete from audit_events'];

/** Changes and deletes rows of the audit log. */
export function requireAuditDenied(role: Role): Promise<string> {
  return requireDenied(role, REWRITE_AUDIT);
}
