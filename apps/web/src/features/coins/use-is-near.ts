import { type RefObject, useEffect, useRef, useState } from 'react';

/** About half a screen on either side, so that rows are rendered before they scroll into view. */
const MARGIN_PX = 400;

/**
 * Tracks whether an element is in the viewport or near it. An element that contains the focus stays near.
 * @param isNearAtFirst the value until the browser has reported.
 */
export function useIsNear<E extends HTMLElement>(
  isNearAtFirst: boolean,
): { ref: RefObject<E | null>; isNear: boolean } {
  const ref = useRef<E>(null);
  const [isNear, setIsNear] = useState(isNearAtFirst);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      const isSeen = entries.at(-1)?.isIntersecting ?? false;
      setIsNear(isSeen || element.contains(document.activeElement));
    };
    const observer = new IntersectionObserver(look, { rootMargin: `${MARGIN_PX}px 0px` });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { ref, isNear };
}
