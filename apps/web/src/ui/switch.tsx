import './switch.css';
import { type ReactNode, useId } from 'react';
import { Skeleton } from './skeleton.tsx';

interface SwitchProps {
  label: ReactNode;
  /** Explains the label, beside it. */
  help?: ReactNode;
  description?: ReactNode;
  /** Null while it isn't known: then there is nothing to turn on or off. */
  isOn: boolean | null;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean | undefined;
}

/** An on/off switch with its label. */
export function Switch({ label, help, description, isOn, onChange, isDisabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-row" aria-busy={isOn === null}>
      <div className="switch-row__text">
        <span>
          <span id={id}>{label}</span>
          {help}
        </span>
        {description ? <span id={`${id}-more`}>{description}</span> : null}
      </div>
      {isOn === null ? (
        <span className="switch-row__unknown">
          <Skeleton height={24} />
        </span>
      ) : (
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
      )}
    </div>
  );
}
