import { useEffect, useState } from 'react';
import type { BackGuard } from '../lib/modal-url/use-opened.ts';

interface LeavingOptions {
  readonly holdsInput: boolean;
  readonly onClose: () => void;
  readonly guard: BackGuard | undefined;
}

/** Has the user confirm before a dialog closes with something entered, also when Back closes it. */
export function useLeaving({ holdsInput, onClose, guard }: LeavingOptions) {
  const [isConfirming, setIsConfirming] = useState(false);
  useEffect(() => {
    if (guard === undefined) return;
    guard.current = () => {
      if (holdsInput) setIsConfirming(true);
      return holdsInput;
    };
    return () => {
      guard.current = null;
    };
  }, [guard, holdsInput]);
  return {
    isConfirming,
    request: () => (holdsInput ? setIsConfirming(true) : onClose()),
    keep: () => setIsConfirming(false),
    discard: () => {
      setIsConfirming(false);
      onClose();
    },
  };
}
