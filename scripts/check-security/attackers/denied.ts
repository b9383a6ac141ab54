import type { AttackContext } from '../attack-context.ts';
import type { Role } from '../role.ts';
import { requireNoCodes } from '../thief.ts';
import { type Claim, requireTrue } from './attacker.ts';

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

/** What passwords and tokens are tested against, and what they open. */
const READ_KEYS = [
  'select password_verifier_hash, password_wrap from key_records',
  'select recovery_wrap, seed_ciphertext from key_records',
  'select hash, wrap from session_tokens',
];

/** Changes contacts and addresses, and makes a token. */
const CHANGE_ACCOUNTS = [
  'update users set email = upper(email)',
  'update wallets set public_address = private_address',
  'update session_tokens set expires_at = now()',
  'update sessions set user_id = user_id',
  `insert into session_tokens (hash, session_id, kind, expires_at, rotation, seal)
   select sha256('mine'), id, 'access', now(), 0, '' from sessions`,
];

/** What protects accounts, and what may approve. */
const CHANGE_PROTECTION = [
  'update protections set frozen_at = null',
  'delete from protections',
  'update passkeys set user_id = user_id',
  'delete from admitted_payments',
  'update contact_changes set value = value',
];

const REWRITE_AUDIT = ["update audit_events set event = 'nothing'", 'delete from audit_events'];

/** @returns what neither process may do, each of which has a role and keys of its own */
export function deniedTo(name: 'worker' | 'shielded-worker'): readonly Claim[] {
  const isDenied =
    (statements: readonly string[]) =>
    async ({ takeOver }: AttackContext) =>
      requireDenied((await takeOver(name)).role, statements);
  return [
    { cannot: 'read the record of a password, or a session', play: isDenied(READ_KEYS) },
    {
      cannot: 'read a code',
      // Uses each secret of the process as the key of codes.
      play: async (context) => requireNoCodes(context, (await context.takeOver(name)).secrets),
    },
    { cannot: 'change an account, or enter a session', play: isDenied(CHANGE_ACCOUNTS) },
    {
      cannot:
        'unfreeze an account, end its hold, raise its limit, or change its second factors or contacts',
      play: isDenied(CHANGE_PROTECTION),
    },
    { cannot: 'rewrite the audit log', play: isDenied(REWRITE_AUDIT) },
  ];
}
