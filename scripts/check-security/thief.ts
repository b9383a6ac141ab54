import { createCodeSecrets } from '../../apps/api/src/adapters/key-vault/code-secrets.ts';
import { readSecret } from '../../apps/api/src/adapters/key-vault/key-files.ts';
import { createKeyVault } from '../../apps/api/src/adapters/key-vault/key-vault.ts';
import { createRecoveryFile } from '../../apps/api/src/adapters/key-vault/recovery-file.ts';
import { RecoveryKeyMissing } from '../../apps/api/src/adapters/key-vault/recovery-keys.ts';
import { accountOf, keyRecordOf } from '../../apps/api/src/adapters/postgres/accounts/accounts.ts';
import { derivePrivateAddress } from '../../apps/api/src/adapters/railgun/derive-private-address.ts';
import { signedFields } from '../../apps/api/src/ports/account-signatures.ts';
import type { DataKey } from '../../apps/api/src/ports/key-vault.ts';
import type { AttackContext, Victim } from './attack-context.ts';
import { requireTrue } from './attackers/attacker.ts';
import { type ChallengeRow, type DatabaseCopy, type KeyRow, keysOf } from './database-copy.ts';
import type { TakenOver } from './take-over.ts';

/** Opens what a copy of the database has, with the product's own code and keys that the thief brings. */
export interface Thief {
  /** @returns the 12 words, or null when the token does not open them */
  phraseByToken(copy: DatabaseCopy, victim: Victim): string | null;
  /** @returns the 12 words, or null when the password does not open them */
  phraseByPassword(row: KeyRow, password: string): Promise<string | null>;
}

/** @param pepper as the thief believes it to be */
export function createThief(pepper: Uint8Array): Thief {
  const vault = createKeyVault({
    keys: { pepper, pepperId: 'stolen', otherPeppers: new Map() },
    sessions: { unlockMaterial: async () => null },
    derivePrivateAddress,
  });
  return {
    phraseByToken(copy, { id: userId, email, accessToken: token }) {
      const row = keysOf(copy, email);
      const dataKeys = copy.tokens
        .filter(({ kind, user_id }) => kind === 'access' && user_id === userId)
        .map(({ wrap, session_id: sessionId }) =>
          wrap === null
            ? null
            : opened(() => vault.openWithToken(wrap, { userId, sessionId, kind: 'access', token })),
        );
      const [dataKey] = dataKeys.filter((each) => each !== null);
      return dataKey === undefined ? null : phraseOf(dataKey, row);
    },
    async phraseByPassword(row, password) {
      const { user_id: userId } = row;
      const keyRecord = keyRecordOf(row);
      const dataKey = await vault.openWithPassword({ userId, password, keyRecord, lane: 'known' });
      return dataKey === null ? null : phraseOf(dataKey, row);
    },
  };
}

/** @returns the 12 words that a data key opens */
export function phraseOf(dataKey: DataKey, row: KeyRow): string {
  const vault = createKeyVault({
    keys: { pepper: Buffer.alloc(32), pepperId: 'none', otherPeppers: new Map() },
    sessions: { unlockMaterial: async () => null },
    derivePrivateAddress,
  });
  const { user_id: userId, seed_ciphertext: seedCiphertext } = row;
  const keys = vault.reveal(dataKey, { userId, seedCiphertext });
  if (keys === 'no-key') throw new Error('There are no words: only their owner has the keys.');
  return keys.phrase;
}

/** @returns what was opened, or null when a seal is not of this key. Any other failure is thrown. */
export function opened<T>(work: () => T): T | null {
  try {
    return work();
  } catch (cause) {
    if (isUnopened(cause)) return null;
    throw cause;
  }
}

/** @returns true when decryption failed because key, context or bytes are not the same */
function isUnopened(cause: unknown): boolean {
  return cause instanceof Error && /unable to authenticate|authenticate data/i.test(cause.message);
}

/** @returns true when the key of codes explains the pending codes of the first victim, given the codes themselves */
export async function explainsCodes(context: AttackContext, codeKey: Uint8Array): Promise<boolean> {
  const [{ email, id }] = context.victims;
  const challenge = pendingChallenge(context.copy, id);
  const [emailCode, phoneCode] = context.pendingCodes;
  const account = accountOf(keysOf(context.copy, email));
  const { purpose, subject, requester, expires_at: expiresAt } = challenge;
  const fixed = ['both', purpose, subject, requester, expiresAt.toISOString()];
  const proves = [...fixed, ...signedFields(account)];
  const secrets = createCodeSecrets(codeKey);
  const pair = { challengeId: challenge.id, proves, emailCode, phoneCode };
  return challenge.codes_hash.equals(await secrets.hashCodes(pair));
}

function pendingChallenge({ challenges }: DatabaseCopy, userId: string): ChallengeRow {
  const found = challenges.find(({ subject }) => subject === userId);
  if (found === undefined) throw new Error('No codes are pending in the copy.');
  return found;
}

/** @returns how many victims' wallets their live tokens and a pepper open in the copy of the database */
export function walletsByTokens({ victims, copy }: AttackContext, pepper: Uint8Array): number {
  const thief = createThief(pepper);
  return victims.filter((victim) => thief.phraseByToken(copy, victim) === victim.phrase).length;
}

/** @returns the pepper, which only `api` has */
export async function pepperOf({ takeOver }: AttackContext): Promise<Uint8Array> {
  const pepper = (await takeOver('api')).secrets.get('pepper-1');
  if (pepper === undefined) throw new Error('The api has no pepper.');
  return pepper;
}

/** @returns the key of one-time codes, which only `recovery` has */
export async function codeKeyOf({ takeOver }: AttackContext): Promise<Uint8Array> {
  return readSecret(recoveryFolderOf(await takeOver('recovery')), 'codes-1');
}

/** @returns where `recovery` has its keys */
export function recoveryFolderOf({ environment }: Pick<TakenOver, 'environment'>): string {
  const { KEY_DIR: folder } = environment;
  if (folder === undefined) throw new Error('Account recovery was started without KEY_DIR.');
  return folder;
}

/** @returns the 12 words, or null when the files do not open them */
export async function phraseByRecovery(folder: string, row: KeyRow): Promise<string | null> {
  try {
    const recovery = await createRecoveryFile(folder);
    return phraseOf(await recovery.unwrap(row.recovery_wrap, accountOf(row)), row);
  } catch (cause) {
    if (cause instanceof RecoveryKeyMissing || isUnopened(cause) || isForgotten(cause)) return null;
    throw cause;
  }
}

function isForgotten(cause: unknown): boolean {
  return cause instanceof Error && /salt/i.test(cause.message);
}

/** @returns the 12 words of users of a new sandbox, none of whom has a session, opened by the recovery key */
export async function phrasesOfAbsent(context: AttackContext): Promise<readonly string[]> {
  const folder = recoveryFolderOf(await context.takeOver('recovery'));
  const present = new Set(context.copy.tokens.map(({ user_id }) => user_id));
  const absent = context.copy.keys.filter(({ user_id }) => !present.has(user_id));
  const phrases = [];
  for (const row of absent) phrases.push(await phraseByRecovery(folder, row));
  return phrases.filter((phrase) => phrase !== null);
}

/** Explains the pending codes with each secret of a process. @returns what came of it. Throws when one does. */
export async function requireNoCodes(
  context: AttackContext,
  secrets: ReadonlyMap<string, Uint8Array>,
): Promise<string> {
  let explained = 0;
  for (const secret of secrets.values()) if (await explainsCodes(context, secret)) explained += 1;
  const withKey = await explainsCodes(context, await codeKeyOf(context));
  return requireTrue(
    explained === 0 && withKey,
    `${explained} of ${secrets.size} secrets explain the right codes, the key of \`recovery\` does`,
  );
}
