import type { ReactNode } from 'react';
import { t } from '#language/t';
import { CodeField } from './code-field.tsx';
import { CODE_LENGTH, LONG_CODE_LENGTH } from './find-code.ts';

/** The codes from the email and the text message, as entered so far. */
export interface CodePairValue {
  readonly emailCode: string;
  readonly phoneCode: string;
}

/** The error of each code; null when there is none. */
export type CodePairErrors = Readonly<Record<keyof CodePairValue, string | null>>;

interface CodePairProps {
  value: CodePairValue;
  errors?: CodePairErrors | null | undefined;
  /** Digits of each code; six by default. */
  length?: number | undefined;
  /** The server refused them, and says of neither whether it is right. */
  areWrong?: boolean | undefined;
  /** Between the two. */
  children?: ReactNode;
  onChange: (changes: Partial<CodePairValue>) => void;
}

/** Email Code and Phone Code, which are verified together. */
export function CodePair({ value, errors, length, areWrong, children, onChange }: CodePairProps) {
  const shared = { length, isWrong: areWrong };
  return (
    <>
      <CodeField
        {...shared}
        label={t('Email Code')}
        name="email-code"
        value={value.emailCode}
        error={errors?.emailCode}
        onChange={(emailCode) => onChange({ emailCode })}
      />
      {children}
      <CodeField
        {...shared}
        label={t('Phone Code')}
        name="phone-code"
        value={value.phoneCode}
        error={errors?.phoneCode}
        onChange={(phoneCode) => onChange({ phoneCode })}
      />
    </>
  );
}

/** @returns an error for each code that does not have all its digits yet; null when both do */
export function findUnfinishedCodes(
  { emailCode, phoneCode }: CodePairValue,
  length = CODE_LENGTH,
): CodePairErrors | null {
  const isLong = length === LONG_CODE_LENGTH;
  const emailError = isLong
    ? t('Enter the ten digits from the email.')
    : t('Enter the six digits from the email.');
  const phoneError = isLong
    ? t('Enter the ten digits from the text message.')
    : t('Enter the six digits from the text message.');
  const errors = {
    emailCode: isWholeCode(emailCode, length) ? null : emailError,
    phoneCode: isWholeCode(phoneCode, length) ? null : phoneError,
  };
  return errors.emailCode || errors.phoneCode ? errors : null;
}

/** A pasted code may have ten digits though six were expected. */
function isWholeCode(code: string, length = CODE_LENGTH): boolean {
  return code.length === length || code.length === LONG_CODE_LENGTH;
}
