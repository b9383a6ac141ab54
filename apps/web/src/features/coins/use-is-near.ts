import { type RefObject, useEffect, useRef, useState } from 'react';

/** Half a screen on either side, so that no one scrolls slowly into rows that are not drawn yet. */
const MARGIN_PX = 400;

/**
 * Follows whether an element is in the window or near it. One that has the focus stays near.
 * @param isNearAtFirst what is taken for true until the browser has looked.
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
