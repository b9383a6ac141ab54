import { type RefObject, useEffect, useRef } from 'react';

/** @returns the ref of an element whose closed answers open while the page is printed */
export function useOpenForPrint(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let opened: readonly HTMLDetailsElement[] = [];
    const open = () => {
      opened = [
        ...(ref.current?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? []),
      ];
      for (const each of opened) each.open = true;
    };
    const close = () => {
      for (const each of opened) each.open = false;
    };
    window.addEventListener('beforeprint', open);
    window.addEventListener('afterprint', close);
    return () => {
      window.removeEventListener('beforeprint', open);
      window.removeEventListener('afterprint', close);
    };
  }, []);
  return ref;
}
