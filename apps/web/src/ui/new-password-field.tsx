import { t } from '#language/t';
import './new-password-field.css';
import { type FocusEvent, useEffect, useState } from 'react';
import type { TextFieldProps } from './field.tsx';
import { PasswordField } from './password-field.tsx';
import { type Requirement, RequirementList } from './requirement-list.tsx';
import { type Strength, StrengthMeter } from './strength-meter.tsx';

interface NewPasswordFieldProps extends Omit<TextFieldProps, 'type' | 'after'> {
  value: string;
  requirements: readonly Requirement[];
  /** Omit it to show only the list. */
  strength?: Strength | undefined;
  /** `used`: only while the field is focused or non-empty. */
  guideWhen?: 'always' | 'used' | undefined;
}

/** A field for a new password with a live list of its requirements. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { requirements, strength, guideWhen = 'always', ...field } = props;
  const { isUsed, watch } = useIsUsed(field.value !== '');
  // What is refused for another reason, such as being common, must not be called strong beside it.
  const isRefused = strength === 'Strong' && typeof field.error === 'string';
  const isJudged = field.value !== '' && !isRefused;
  return (
    <div className="new-password" {...watch}>
      <PasswordField {...field} autoComplete="new-password" />
      {guideWhen === 'always' || isUsed ? (
        <>
          {strength ? <StrengthMeter strength={isJudged ? strength : null} /> : null}
          <RequirementList label={t('Password requirements')} requirements={requirements} />
        </>
      ) : null}
    </div>
  );
}

/** Delays hiding the list, which would otherwise move a button below while the user is pressing it. */
const HIDE_AFTER_MS = 200;

function useIsUsed(isFilled: boolean) {
  const [isFocused, setIsFocused] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);

  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setIsLeaving(false), HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  return {
    isUsed: isFilled || isFocused || isLeaving,
    watch: {
      onFocus: () => setIsFocused(true),
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (currentTarget.contains(relatedTarget)) return;
        setIsFocused(false);
        setIsLeaving(true);
      },
    },
  };
}
