import { useEffect, useState } from 'react';

/** Whether a secret is shown: hidden at first, and again when the page is hidden. */
export function useReveal() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const cover = () => {
      if (document.visibilityState === 'hidden') setIsShown(false);
    };
    document.addEventListener('visibilitychange', cover);
    return () => document.removeEventListener('visibilitychange', cover);
  }, [isShown]);
  return { isShown, toggle: () => setIsShown((was) => !was) };
}
