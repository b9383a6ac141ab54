import { CodeField } from './code-field.tsx';
import { CODE_LENGTH } from './find-code.ts';

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
  onChange: (changes: Partial<CodePairValue>) => void;
}

/** Email Code and Phone Code, which are verified together. */
export function CodePair({ value, errors, onChange }: CodePairProps) {
  return (
    <>
      <CodeField
        label="Email Code"
        name="email-code"
        value={value.emailCode}
        error={errors?.emailCode}
        onChange={(emailCode) => onChange({ emailCode })}
      />
      <CodeField
        label="Phone Code"
        name="phone-code"
        value={value.phoneCode}
        error={errors?.phoneCode}
        onChange={(phoneCode) => onChange({ phoneCode })}
      />
    </>
  );
}

/** @returns an error for each code that does not have six digits yet; null when both do */
export function findUnfinishedCodes({
  emailCode,
  phoneCode,
}: CodePairValue): CodePairErrors | null {
  const errors = {
    emailCode: isWhole(emailCode) ? null : 'Enter the six digits from the email.',
    phoneCode: isWhole(phoneCode) ? null : 'Enter the six digits from the text message.',
  };
  return errors.emailCode || errors.phoneCode ? errors : null;
}

function isWhole(code: string): boolean {
  return code.length === CODE_LENGTH;
}
