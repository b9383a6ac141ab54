import './tooltip.css';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { usePopover } from './use-popover.ts';

interface TooltipProps {
  text: string;
  /** Always shown, regardless of the pointer, for example after copying. */
  isForced?: boolean | undefined;
  children: ReactNode;
}

/** A tooltip shown while its control is hovered or has keyboard focus. Escape hides it. */
export function Tooltip({ text, isForced = false, children }: TooltipProps) {
  const anchorRef = useRef<HTMLSpanElement>(null);
  const id = useId();
  const [isWanted, setIsWanted] = useState(false);
  const isOpen = isForced || isWanted;
  const ref = usePopover<HTMLSpanElement>({ isOpen, anchorRef, side: 'above', align: 'center' });

  useEffect(() => {
    if (!isWanted) return;
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setIsWanted(false);
    };
    document.addEventListener('keydown', hideOnEscape);
    return () => document.removeEventListener('keydown', hideOnEscape);
  }, [isWanted]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what the control inside gets
    <span
      className="tooltip-anchor"
      ref={anchorRef}
      onPointerEnter={(event) => setIsWanted(event.pointerType !== 'touch')}
      onPointerLeave={() => setIsWanted(false)}
      onPointerDown={() => setIsWanted(false)}
      onFocus={(event) => setIsWanted(hasKeyboardFocus(event.target))}
      onBlur={() => setIsWanted(false)}
    >
      {children}
      {isOpen ? (
        <span className="tooltip" role="tooltip" id={id} popover="manual" ref={ref}>
          {text}
        </span>
      ) : null}
    </span>
  );
}

function hasKeyboardFocus(element: Element): boolean {
  return element.matches(':focus-visible');
}
