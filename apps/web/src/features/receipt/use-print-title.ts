import { useEffect } from 'react';

/**
 * Names the document while it is printed, because browsers name the PDF after it. Only then: titles of pages stay in
 * the browser's history, and this one has an amount.
 */
export function usePrintTitle(name: string): void {
  useEffect(() => {
    let usual: string | null = null;
    const begin = () => {
      usual ??= document.title;
      document.title = name;
    };
    const end = () => {
      if (usual !== null) document.title = usual;
      usual = null;
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      end();
    };
  }, [name]);
}
