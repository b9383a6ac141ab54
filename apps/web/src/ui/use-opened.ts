import { useEffect, useState } from 'react';

/** What is open, or was until a moment ago. */
interface Opened<Subject> {
  readonly subject: Subject;
  readonly isOpen: boolean;
  /** Increments on each opening, so that the modal starts fresh. */
  readonly opening: number;
}

/** How long the closing animation takes. Then the modal is unmounted, along with any secret it held. */
const LEAVING_MS = 300;

/** One modal of several that load when they are first opened. */
export function useOpened<Subject>() {
  const [opened, setOpened] = useState<Opened<Subject> | null>(null);
  const isLeaving = opened !== null && !opened.isOpen;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setOpened(null), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return {
    opened,
    open: (subject: Subject) =>
      setOpened((last) => ({ subject, isOpen: true, opening: (last?.opening ?? 0) + 1 })),
    close: () => setOpened((last) => (last ? { ...last, isOpen: false } : last)),
  };
}
