import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button, type ButtonProps } from '../ui/button.tsx';

interface ConfirmButtonProps
  extends Omit<ButtonProps, 'type' | 'variant' | 'size' | 'onClick' | 'onKeyDown'> {
  /** Called for a press that the user meant: not for a key held down since the step before. */
  onConfirm: () => void;
}

/** A press within this time was meant for the button that was here before. */
const SETTLES_MS = 800;

/**
 * The button that moves money. It is the only thing that does: it submits no form, so Enter in a field can't press it;
 * it is disabled for its first 800 ms, and it ignores a key that is held down.
 */
export function ConfirmButton({ onConfirm, disabled, ...rest }: ConfirmButtonProps) {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLES_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Button
      {...rest}
      variant="filled"
      size="lg"
      disabled={disabled || !isSettled}
      onKeyDown={ignoreHeldKey}
      onClick={onConfirm}
    />
  );
}

function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
