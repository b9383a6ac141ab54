import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from '../navigation/navigation.tsx';
import { firstModalEntry, modalEntryIn } from './modal-entry.ts';
import { beginTravel, isTravelling } from './travel.ts';

/** What is open, or was until a moment ago. */
export interface Opened<Subject> {
  readonly subject: Subject;
  readonly isOpen: boolean;
  /** Increments on each opening, so that the modal starts fresh. */
  readonly opening: number;
}

/** Called when Back would close the modal. It returns true to keep it open, as when it holds something entered. */
export type BackGuard = RefObject<(() => boolean) | null>;

/** How long the closing animation takes. Then the modal is unmounted, along with any secret it held. */
const LEAVING_MS = 300;

/**
 * One modal of several that load when they are first opened. It is an entry in the browser's history, so that Back
 * closes it instead of leaving the page. A reload closes it too, because it may show a secret.
 */
export function useOpened<Subject>(guard?: BackGuard) {
  const [opened, setOpened] = useState<Opened<Subject> | null>(null);
  const isOpen = opened?.isOpen ?? false;
  const close = () => setOpened((last) => (last ? { ...last, isOpen: false } : last));
  useClosedByBack({ isOpen, close, guard });

  const isLeaving = opened !== null && !isOpen;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setOpened(null), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  // Stable, so that lists whose rows open it are not rendered again.
  const open = useCallback(
    (subject: Subject) =>
      setOpened((last) => ({ subject, isOpen: true, opening: (last?.opening ?? 0) + 1 })),
    [],
  );
  return { opened, open, close };
}

interface ClosedByBack {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly guard: BackGuard | undefined;
}

/** Gives an open modal its own entry in the browser's history. */
function useClosedByBack({ isOpen, close, guard }: ClosedByBack): void {
  const location = useLocation();
  const { pathname, search, state } = location;
  const navigate = useNavigate();
  const own = useRef<{ opening: string; hasArrived: boolean } | null>(null);

  useEffect(() => {
    if (isTravelling(location)) return;
    const isOnOwn = own.current !== null && modalEntryIn(state)?.opening === own.current.opening;
    if (own.current !== null && isOnOwn) own.current.hasArrived = true;
    if (isOpen && own.current === null) {
      const entry = firstModalEntry(true);
      own.current = { opening: entry.opening, hasArrived: false };
      navigate({ pathname, search }, { state: entry });
    } else if (isOpen && own.current?.hasArrived && !isOnOwn) {
      if (guard?.current?.()) {
        // The entry that Back left is the next one.
        beginTravel(location);
        navigate(1);
        return;
      }
      own.current = null;
      close();
    } else if (!isOpen && (isOnOwn || (own.current === null && modalEntryIn(state) !== null))) {
      // Closed by its own buttons, or an entry whose modal a reload has closed.
      own.current = null;
      beginTravel(location);
      navigate(-1);
    }
  });
}
