import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses and scrolls to each new error of a form: to the first invalid field, or else to the alert.
 * @param error a new object for each failure; null while there is none
 * @returns the ref of the form
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
