import './tooltip-bubble.css';
import type { ReactNode, RefObject } from 'react';
import { usePopover } from './use-popover.ts';

export interface TooltipBubbleProps {
  anchorRef: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The text of a tooltip, above its control. */
export default function TooltipBubble({ anchorRef, children }: TooltipBubbleProps) {
  const ref = usePopover<HTMLSpanElement>({
    ...{ isOpen: true, anchorRef },
    ...{ side: 'above', align: 'center' },
  });
  return (
    <span className="tooltip" role="tooltip" popover="manual" ref={ref}>
      {children}
    </span>
  );
}
