import { type RefObject, useEffect } from 'react';

/**
 * Focuses the first field of a form that replaced another one, because the previously focused element is gone.
 * Keeps the focus where it is when something in the form already has it, such as an alert.
 */
export function useInitialFocus(formRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form || form.contains(document.activeElement)) return;
    form.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, [formRef]);
}
