import { checkContextWords } from '#domain/password/context-words';
import { checkNewPassword } from '#domain/password/password-rules';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { Account } from '../../../ports/accounts.ts';
import type { CommonPasswords } from '../../../ports/common-passwords.ts';

/**
 * Checks a new password: the rules of §5 in their order, then the words of the context, then common passwords.
 * @param owner whose name and email it may not contain; without one, these two rules don’t apply
 * @returns why it is refused, or null
 */
export function refuseNewPassword(
  { commonPasswords }: { readonly commonPasswords: CommonPasswords },
  password: string,
  owner?: Pick<Account, 'name' | 'email'>,
): Refusal | null {
  const problem =
    checkNewPassword(password, owner?.name) ??
    checkContextWords(password, owner?.email) ??
    (commonPasswords.has(password) ? TOO_COMMON : null);
  return problem === null ? null : refuse('password-not-allowed', { sentence: problem });
}

const TOO_COMMON = 'This password is too common. Choose one that’s harder to guess.';
