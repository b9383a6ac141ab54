import { foldCase } from './fold-case.ts';

/** One rule for new passwords, with the message that a user reads when it is the first broken rule (§5). */
export interface PasswordRule {
  readonly id: PasswordRuleId;
  readonly message: string;
}

export type PasswordRuleId = 'length' | 'digit' | 'special' | 'name' | 'uppercase' | 'lowercase';

/** A rule and whether a password follows it. */
export interface PasswordRequirement {
  readonly id: PasswordRuleId;
  readonly isMet: boolean;
}

export type PasswordStrength = 'Weak' | 'Fair' | 'Good' | 'Strong';

const LEAST_CHARACTERS = 8;

/** The whole set counts, although the message names a part of it. */
const SPECIAL = /[!@#$%^&*(),.?":{}|<>]/;

/** The rules in the order in which they are checked. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { id: 'length', message: 'Password must be at least 8 characters long' },
  { id: 'digit', message: 'Password must include at least one digit (0-9)' },
  {
    id: 'special',
    message: 'Password must include at least one special character (@#$%^&*)',
  },
  { id: 'name', message: 'Password should not contain your name' },
  { id: 'uppercase', message: 'Password must include at least one uppercase letter (A-Z)' },
  { id: 'lowercase', message: 'Password must include at least one lowercase letter (a-z)' },
];

/**
 * Checks a new password.
 * @param name the user's; without one the rule about it does not apply
 * @returns the message of the first broken rule, or null
 */
export function checkNewPassword(password: string, name?: string): string | null {
  const broken = PASSWORD_RULES.find(({ id }) => !keeps(id, password, name));
  return broken?.message ?? null;
}

/** @returns every rule that applies, in order, and whether the password follows it */
export function requirementsOf(password: string, name?: string): readonly PasswordRequirement[] {
  return PASSWORD_RULES.filter(({ id }) => id !== 'name' || hasName(name)).map(({ id }) => ({
    id,
    isMet: keeps(id, password, name),
  }));
}

/** @returns a word for how many rules are met: all, all but one, at least three, or fewer (§5 Strength meter) */
export function strengthOf(password: string, name?: string): PasswordStrength {
  const requirements = requirementsOf(password, name);
  const met = requirements.filter(({ isMet }) => isMet).length;
  if (met === requirements.length) return 'Strong';
  if (met === requirements.length - 1) return 'Good';
  return met >= 3 ? 'Fair' : 'Weak';
}

function keeps(rule: PasswordRuleId, password: string, name: string | undefined): boolean {
  switch (rule) {
    case 'length':
      return [...password].length >= LEAST_CHARACTERS;
    case 'digit':
      return /[0-9]/.test(password);
    case 'special':
      return SPECIAL.test(password);
    case 'name':
      return !hasName(name) || !foldCase(password).includes(foldCase(name.trim()));
    case 'uppercase':
      return /[A-Z]/.test(password);
    case 'lowercase':
      return /[a-z]/.test(password);
  }
}

function hasName(name: string | undefined): name is string {
  return name !== undefined && name.trim() !== '';
}
