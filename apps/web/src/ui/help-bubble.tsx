import './popover.css';
import './help-bubble.css';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId } from 'react';
import type { OpenHelp } from './help-tip.tsx';
import { usePopover } from './use-popover.ts';

interface HelpBubbleProps extends Pick<OpenHelp, 'anchorRef' | 'onClose'> {
  title: string;
  children: ReactNode;
  /** Leads to the whole answer. */
  link?: ReactNode;
}

/** A short answer beside its button. Escape returns to the button; leaving it or pressing elsewhere closes it. */
export function HelpBubble({ anchorRef, onClose, title, children, link }: HelpBubbleProps) {
  const titleId = useId();
  const ref = usePopover<HTMLSpanElement>({
    ...{ isOpen: true, anchorRef, onPressOutside: onClose },
    align: 'center',
  });
  useEffect(() => ref.current?.focus(), [ref]);

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    anchorRef.current?.focus();
    onClose();
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    const isElsewhere =
      relatedTarget !== null &&
      !currentTarget.contains(relatedTarget) &&
      relatedTarget !== anchorRef.current;
    if (isElsewhere) onClose();
  }

  return (
    <span
      className="popover help-bubble"
      popover="manual"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      ref={ref}
      onKeyDown={handleKey}
      onBlur={handleBlur}
    >
      <b className="help-bubble__title" id={titleId}>
        {title}
      </b>
      <span>{children}</span>
      {link}
    </span>
  );
}
