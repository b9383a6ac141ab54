import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface DialogOptions {
  isOpen: boolean;
  /** Ignores Escape. */
  isStatic: boolean;
  onClose: () => void;
}

interface DialogState {
  ref: RefObject<HTMLDialogElement | null>;
  /** Whether to render it: it is open, or still playing its exit animation. */
  isPresent: boolean;
  handleKey: (event: KeyboardEvent<HTMLDialogElement>) => void;
}

/** Duration of the exit animation. Same as `--t-modal` in the style sheet. */
const EXIT_MS = 300;

/** Opens a native modal dialog, keeps focus inside, and returns it to the previously focused element. */
export function useDialog({ isOpen, isStatic, onClose }: DialogOptions): DialogState {
  const ref = useRef<HTMLDialogElement>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    setIsLeaving(wasOpen);
  }
  const isPresent = isOpen || isLeaving;

  const returnTo = useRef<Element | null>(null);

  // Not in a cleanup: after cleanups React restores the previous focus, even into a closed dialog.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === isOpen) return;
    if (isOpen) {
      returnTo.current = document.activeElement;
      dialog.showModal();
    } else {
      closeAndReturn(dialog, returnTo.current);
    }
  }, [isOpen]);

  // For a dialog that is unmounted while it is open.
  useLayoutEffect(() => {
    const dialog = isPresent ? ref.current : null;
    return () => {
      if (dialog?.open) closeAndReturn(dialog, returnTo.current);
    };
  }, [isPresent]);

  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setIsLeaving(false), EXIT_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  useEffect(() => {
    const dialog = ref.current;
    if (!isPresent || !dialog) return;
    // The browser requests to close on Escape and on the phone's back gesture; `isStatic` decides.
    const handleCancel = (event: Event) => {
      event.preventDefault();
      if (!isStatic && event.target === dialog) onClose();
    };
    dialog.addEventListener('cancel', handleCancel);
    return () => dialog.removeEventListener('cancel', handleCancel);
  }, [isPresent, isStatic, onClose]);

  function handleKey(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Escape') {
      // Handled here because browsers close a dialog on the second Escape even if the cancel event was prevented.
      event.preventDefault();
      event.stopPropagation();
      if (!isStatic) onClose();
    }
    if (event.key === 'Tab') keepFocusInside(event);
  }

  return { ref, isPresent, handleKey };
}

function closeAndReturn(dialog: HTMLDialogElement, to: Element | null): void {
  dialog.close();
  if (to instanceof HTMLElement) to.focus();
}

/** Selects what the keyboard can focus. */
export const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  const focusable = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0,
  );
  const edge = event.shiftKey ? focusable[0] : focusable.at(-1);
  const other = event.shiftKey ? focusable.at(-1) : focusable[0];
  const isOutside = !event.currentTarget.contains(document.activeElement);
  const isOnDialog = document.activeElement === event.currentTarget && event.shiftKey;
  if (document.activeElement !== edge && !isOutside && !isOnDialog) return;
  event.preventDefault();
  other?.focus();
}
