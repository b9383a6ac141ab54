import { type RefObject, useEffect } from 'react';

/**
 * Gives focus to the first field of a form that took another one's place, for what had it before is gone.
 * Where something else in the form has it already, as an alert, it stays there.
 */
export function useFocusAtFirst(formRef: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form || form.contains(document.activeElement)) return;
    form.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
  }, [formRef]);
}
