import { useEffect, useState } from 'react';

/** A secret in sight: covered at first, and again when the page goes out of sight. */
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
