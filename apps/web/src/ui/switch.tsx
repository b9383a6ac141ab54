import './switch.css';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  description?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean | undefined;
}

/** An on/off switch with its label. */
export function Switch({ label, description, isOn, onChange, isDisabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <div className="switch-row__text">
        <span id={id}>{label}</span>
        {description ? <span id={`${id}-more`}>{description}</span> : null}
      </div>
      <button
        className="switch"
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={description ? `${id}-more` : undefined}
        disabled={isDisabled}
        onClick={() => onChange(!isOn)}
      />
    </div>
  );
}
