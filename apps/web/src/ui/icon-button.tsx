import './icon-button.css';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** Its name, and what its tooltip says. */
  label: string;
  icon: ReactNode;
  isSpinning?: boolean | undefined;
  /** `accent` for what belongs to the mode in force, `bare` for a small one inside a line of text. */
  look?: 'plain' | 'accent' | 'bare' | undefined;
  /** A word other than the name to show beside it; false shows none. */
  tooltip?: string | false | undefined;
  isTooltipForced?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button that is only a picture, with its name for everyone. */
export function IconButton({
  label,
  icon,
  isSpinning = false,
  look = 'plain',
  tooltip = label,
  isTooltipForced,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classNames('icon-button', look !== 'plain' && `icon-button--${look}`, className)}
    >
      <span className={isSpinning ? 'spin' : undefined}>{icon}</span>
    </button>
  );
  if (tooltip === false) return button;
  return (
    <Tooltip text={tooltip} isForced={isTooltipForced}>
      {button}
    </Tooltip>
  );
}
