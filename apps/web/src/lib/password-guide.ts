import {
  type PasswordRequirement,
  type PasswordRuleId,
  requirementsOf,
} from '#domain/password/password-rules';
import { t } from '#language/t';

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

const SPECIAL_WITH_SET = t('One special character from @#$%^&*');

const LABEL_BY_RULE: Readonly<Record<PasswordRuleId, string>> = {
  length: t('At least 8 characters'),
  digit: t('One number'),
  special: t('One special character'),
  name: t('Doesn’t contain your name'),
  uppercase: t('One uppercase letter'),
  lowercase: t('One lowercase letter'),
};

function toGuideLine({ id, isMet }: PasswordRequirement): GuideLine {
  return { label: LABEL_BY_RULE[id], isMet };
}
