import './icon-button.css';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** The accessible name, and the tooltip by default. */
  label: string;
  icon: ReactNode;
  isSpinning?: boolean | undefined;
  /** Why it does nothing at the moment. It stays focusable, and its tooltip says so. */
  offReason?: string | null | undefined;
  /** `accent` for actions of the current mode, `bare` for a small button inside a line of text. */
  look?: 'plain' | 'accent' | 'bare' | undefined;
  /** Overrides the tooltip; false shows none. */
  tooltip?: string | false | undefined;
  isTooltipForced?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button with only an icon, with an accessible name and a tooltip. */
export function IconButton({
  label,
  icon,
  isSpinning = false,
  offReason = null,
  look = 'plain',
  tooltip = label,
  isTooltipForced,
  className,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-disabled={offReason === null ? rest['aria-disabled'] : true}
      aria-description={offReason ?? rest['aria-description']}
      onClick={offReason === null ? onClick : undefined}
      className={classNames('icon-button', look !== 'plain' && `icon-button--${look}`, className)}
    >
      <span className={isSpinning ? 'spin' : undefined}>{icon}</span>
    </button>
  );
  if (tooltip === false) return button;
  return (
    <Tooltip text={offReason ?? tooltip} isForced={isTooltipForced}>
      {button}
    </Tooltip>
  );
}
