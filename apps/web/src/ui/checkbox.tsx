import './checkbox.css';
import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps {
  name: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  /** Only for screen readers, where the checkbox is a cell of a table whose heads name it. */
  isLabelHidden?: boolean | undefined;
  /** The label. Clicking a link in it follows the link and does not toggle the checkbox. */
  children: ReactNode;
}

/** A checkbox with its label, and an error below. */
export function Checkbox(props: CheckboxProps) {
  const { name, isChecked, onChange, error, ref, isLabelHidden = false, children } = props;
  const id = useId();
  return (
    <div className="checkbox-row">
      <label className={classNames('checkbox', isLabelHidden && 'checkbox--bare')}>
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
        <span className={isLabelHidden ? 'visually-hidden' : undefined}>{children}</span>
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
