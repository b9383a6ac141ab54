import './modal.css';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { FOCUSABLE } from './use-dialog.ts';

/** What is outside the visible part of a scrolling element. */
interface Hidden {
  readonly above: boolean;
  readonly below: boolean;
  /** It scrolls, and nothing in it can take the focus of a keyboard. */
  readonly needsFocus: boolean;
}

const NOTHING: Hidden = { above: false, below: false, needsFocus: false };

/** The part of a dialog between head and foot. Where it is too long it scrolls, and a line shows where it continues. */
export function ModalScroll({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const { above, below, needsFocus } = useHidden(ref);
  return (
    <div
      ref={ref}
      className="modal__scroll"
      data-above={above || undefined}
      data-below={below || undefined}
      // Only then, so that the arrow keys can scroll it.
      tabIndex={needsFocus ? 0 : undefined}
    >
      {children}
    </div>
  );
}

function useHidden(ref: RefObject<HTMLDivElement | null>): Hidden {
  const [hidden, setHidden] = useState(NOTHING);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => {
      const next = hiddenOf(element);
      setHidden((before) => (isSame(before, next) ? before : next));
    };
    const observer = new ResizeObserver(look);
    for (const one of [element, ...element.children]) observer.observe(one);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [ref]);
  return hidden;
}

function hiddenOf(element: HTMLElement): Hidden {
  const { scrollTop, scrollHeight, clientHeight } = element;
  // Half pixels are rounded.
  const room = scrollHeight - clientHeight - 1;
  return {
    above: scrollTop > 0,
    below: scrollTop < room,
    needsFocus: room > 0 && element.querySelector(FOCUSABLE) === null,
  };
}

function isSame(one: Hidden, other: Hidden): boolean {
  return (
    one.above === other.above && one.below === other.below && one.needsFocus === other.needsFocus
  );
}
