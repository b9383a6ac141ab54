import './select.css';
import { ChevronDown } from 'lucide-react';
import { Field } from './field.tsx';

export interface SelectOption<V extends string> {
  value: V;
  label: string;
}

interface SelectProps<V extends string> {
  label: string;
  value: V;
  options: readonly SelectOption<V>[];
  onChange: (value: V) => void;
  hint?: string | undefined;
  error?: string | null | undefined;
  isDisabled?: boolean | undefined;
}

/** A choice between a few fixed options. A native select, so that it works the same on every device. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { label, value, options, onChange, hint, error, isDisabled } = props;
  function handleChange(next: string) {
    const option = options.find((each) => each.value === next);
    if (option) onChange(option.value);
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="select">
          <select
            {...control}
            value={value}
            disabled={isDisabled}
            onChange={(event) => handleChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="icon" size={16} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
