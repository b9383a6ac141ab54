import {
  type PasswordRequirement,
  type PasswordRuleId,
  requirementsOf,
} from '#domain/password/password-rules';

/** A rule for new passwords as text, and whether the password meets it. */
export interface GuideLine {
  label: string;
  isMet: boolean;
}

/** @returns the registration checklist, in the order in which the rules are checked (§5). */
export function registrationGuide(password: string, name: string): readonly GuideLine[] {
  return requirementsOf(password, name).map(toGuideLine);
}

/** @returns the checklist for changing or resetting a password, in the order of §5 Strength meter. */
export function newPasswordGuide(password: string): readonly GuideLine[] {
  const requirements = requirementsOf(password);
  return NEW_PASSWORD_ORDER.flatMap((id) => requirements.filter((one) => one.id === id)).map(
    (one) =>
      one.id === 'special' ? { ...toGuideLine(one), label: SPECIAL_WITH_SET } : toGuideLine(one),
  );
}

const NEW_PASSWORD_ORDER: readonly PasswordRuleId[] = [
  'length',
  'uppercase',
  'lowercase',
  'digit',
  'special',
];

const SPECIAL_WITH_SET = 'One special character from @#$%^&*';

const LABEL_BY_RULE: Readonly<Record<PasswordRuleId, string>> = {
  length: 'At least 8 characters',
  digit: 'One number',
  special: 'One special character',
  name: 'Doesn’t contain your name',
  uppercase: 'One uppercase letter',
  lowercase: 'One lowercase letter',
};

function toGuideLine({ id, isMet }: PasswordRequirement): GuideLine {
  return { label: LABEL_BY_RULE[id], isMet };
}
