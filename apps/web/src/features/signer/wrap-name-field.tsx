import type { ApiError } from '../../lib/api-result.ts';
import { TextField } from '../../ui/field.tsx';

/** Of a name of a way to open the keys. */
const LONGEST_WRAP_NAME = 50;

interface WrapNameFieldProps {
  label: string;
  hint?: string;
  value: string;
  error: ApiError | null;
  onChange: (name: string) => void;
}

/** What its owner calls a way to open the keys. */
export function WrapNameField({ label, hint, value, error, onChange }: WrapNameFieldProps) {
  return (
    <TextField
      label={label}
      name="wrap-name"
      {...(hint && { hint })}
      autoComplete="off"
      maxLength={LONGEST_WRAP_NAME}
      required
      value={value}
      error={error?.code === 'name-not-valid' ? error.message : null}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
