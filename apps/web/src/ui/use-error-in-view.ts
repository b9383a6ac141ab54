import { type RefObject, useEffect, useRef } from 'react';

/**
 * Leads to what is wrong with a form each time a new error appears: to the first wrong field, or else to the alert.
 * @param error a new object for each failure; null while there is none
 * @returns for the form
 */
export function useErrorInView(error: object | null): RefObject<HTMLFormElement | null> {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!error) return;
    const place =
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      ref.current?.querySelector<HTMLElement>('[data-form-alert]');
    place?.focus();
    place?.scrollIntoView?.({ block: 'nearest' });
  }, [error]);
  return ref;
}
