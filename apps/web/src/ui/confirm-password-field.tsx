import { Check, X } from 'lucide-react';
import { t } from '#language/t';
import type { TextFieldProps } from './field.tsx';
import { PasswordField } from './password-field.tsx';

interface ConfirmPasswordFieldProps
  extends Omit<TextFieldProps, 'type' | 'after' | 'hint' | 'tone'> {
  value: string;
  /** The password to match. */
  password: string;
}

/** Repeats the password. Once something is entered, it says whether the two match (§2). */
export function ConfirmPasswordField({ password, ...field }: ConfirmPasswordFieldProps) {
  const isEntered = field.value !== '';
  const isSame = field.value === password;
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      tone={!isEntered ? 'plain' : isSame ? 'good' : 'bad'}
      hint={isEntered ? <Match isSame={isSame} /> : null}
    />
  );
}

function Match({ isSame }: { isSame: boolean }) {
  const Icon = isSame ? Check : X;
  return (
    <>
      <Icon className="icon" size={14} aria-hidden="true" />
      <span role="status">{isSame ? t('Passwords match') : t('Passwords do not match')}</span>
    </>
  );
}
