import './checkbox.css';
import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

interface CheckboxProps {
  name: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  /** The label. Clicking a link in it follows the link and does not toggle the checkbox. */
  children: ReactNode;
}

/** A checkbox with its label, and an error below. */
export function Checkbox({ name, isChecked, onChange, error, ref, children }: CheckboxProps) {
  const id = useId();
  return (
    <div className="checkbox-row">
      <label className="checkbox">
        <input
          ref={ref}
          type="checkbox"
          name={name}
          checked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="checkbox__box" aria-hidden="true">
          <Check className="icon" size={14} />
        </span>
        <span>{children}</span>
      </label>
      {error ? (
        <p className="field__note field__note--bad" id={`${id}-error`} role="alert">
          <CircleAlert className="icon" size={14} aria-hidden="true" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
