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
  /** Takes no Escape. */
  isStatic: boolean;
  onClose: () => void;
}

interface DialogState {
  ref: RefObject<HTMLDialogElement | null>;
  /** In the document: open, or closed and still drawn for its way out. */
  isPresent: boolean;
  handleKey: (event: KeyboardEvent<HTMLDialogElement>) => void;
}

/** How long its content stays for the way out; the style sheet has the same figure as `--t-modal`. */
const LEAVING_MS = 300;

/** Opens a native dialog modally, keeps focus inside, and gives it back to what had it before. */
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

  // Not in a clean-up: React gives focus back to where it was after those, even into a closed dialog.
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

  // For a dialog that is taken out of the page while it is open.
  useLayoutEffect(() => {
    const dialog = isPresent ? ref.current : null;
    return () => {
      if (dialog?.open) closeAndReturn(dialog, returnTo.current);
    };
  }, [isPresent]);

  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setIsLeaving(false), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  useEffect(() => {
    const dialog = ref.current;
    if (!isPresent || !dialog) return;
    // The browser asks to close on Escape and on the phone's back gesture; we decide.
    const handleCancel = (event: Event) => {
      event.preventDefault();
      if (!isStatic && event.target === dialog) onClose();
    };
    dialog.addEventListener('cancel', handleCancel);
    return () => dialog.removeEventListener('cancel', handleCancel);
  }, [isPresent, isStatic, onClose]);

  function handleKey(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Escape') {
      // Answered here, because a browser closes a dialog on the second Escape whatever its cancel event says.
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

const FOCUSABLE =
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
