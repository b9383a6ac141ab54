import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the list when a row is removed together with its focused button. */
export function useFocusWhenShorter<E extends HTMLElement>(count: number): RefObject<E | null> {
  const ref = useRef<E>(null);
  const before = useRef(count);
  useEffect(() => {
    const isShorter = count < before.current;
    before.current = count;
    if (isShorter && document.activeElement === document.body) ref.current?.focus();
  }, [count]);
  return ref;
}
