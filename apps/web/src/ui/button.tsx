import './button.css';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'filled' | 'outlined' | 'quiet' | 'danger' | 'danger-filled';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** In progress: keeps its size and focus, and ignores further presses. */
  isBusy?: boolean | undefined;
  /** The label while busy, such as 'Signing In...'. */
  busyLabel?: string | undefined;
  /** Why it does nothing at the moment. It stays focusable, so that its reason can be read. */
  offReason?: string | null | undefined;
  icon?: ReactNode;
  /** As wide as its container. */
  isWide?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button whose label says what it does. Use one filled button per view. */
export function Button({
  variant = 'outlined',
  size = 'md',
  isBusy = false,
  busyLabel,
  offReason = null,
  icon,
  isWide = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  // It stays focusable (aria-disabled, not disabled), so the keyboard does not lose its place.
  const isOff = offReason !== null;
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy || isOff) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClassName({ variant, size, isWide, className })}
      aria-disabled={isBusy || isOff || undefined}
      aria-description={offReason ?? rest['aria-description']}
      aria-busy={isBusy || undefined}
      onClick={handleClick}
    >
      {isBusy ? <Spinner /> : icon}
      {isBusy && busyLabel ? busyLabel : children}
    </button>
  );
}

interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isWide?: boolean;
  className?: string | undefined;
}

/** @returns the class names of a button, also for links that look like one. */
export function buttonClassName({
  variant = 'outlined',
  size = 'md',
  isWide = false,
  className,
}: ButtonLook): string {
  return classNames(
    'button',
    `button--${variant}`,
    size !== 'md' && `button--${size}`,
    isWide && 'button--wide',
    className,
  );
}
