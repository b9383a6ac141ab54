import './pill.css';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';

interface PillProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: ReactNode;
  /** 26 px high, for rows; 32 px otherwise. */
  isSmall?: boolean | undefined;
  /** One choice of several; without it the pill is a plain button. */
  isPressed?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A small rounded button, for filters and for what can be added to a row. */
export function Pill({ icon, isSmall, isPressed, className, children, ...rest }: PillProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames('pill', isSmall && 'pill--sm', className)}
      aria-pressed={isPressed}
    >
      {icon}
      {children}
    </button>
  );
}
