import './tooltip.css';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { TooltipBubbleProps } from './tooltip-bubble.tsx';

/** Not needed before a control is hovered. Without it, offline for example, the control still has its name. */
const TooltipBubble = lazy(
  (): Promise<{ default: ComponentType<TooltipBubbleProps> }> =>
    import('./tooltip-bubble.tsx').catch(() => ({ default: () => null })),
);

interface TooltipProps {
  text: string;
  /** Always shown, regardless of the pointer, for example after copying. */
  isForced?: boolean | undefined;
  children: ReactNode;
}

/** A tooltip shown while its control is hovered or has keyboard focus. Escape hides it. */
export function Tooltip({ text, isForced = false, children }: TooltipProps) {
  const anchorRef = useRef<HTMLSpanElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const isOpen = isForced || isWanted;

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
        <Suspense fallback={null}>
          <TooltipBubble anchorRef={anchorRef}>{text}</TooltipBubble>
        </Suspense>
      ) : null}
    </span>
  );
}

function hasKeyboardFocus(element: Element): boolean {
  return element.matches(':focus-visible');
}
