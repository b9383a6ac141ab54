import { useRef } from 'react';
import { useLocation, useNavigate } from '../navigation/navigation.tsx';
import { firstModalEntry, modalEntryIn } from './modal-entry.ts';
import { beginTravel, isTravelling } from './travel.ts';

/** The modal that takes the place of another, and the name of its opening in the history. */
export interface Replacement {
  readonly params: Readonly<Record<string, string>>;
  readonly opening: string;
}

/**
 * Puts another modal in the place of the one in the URL: goes back to its first entry, which becomes the other one's.
 * @param onReplaced called once the URL names the other modal
 */
export function useReplacement(onReplaced: () => void) {
  const location = useLocation();
  const { pathname, state } = location;
  const navigate = useNavigate();
  const replacement = useRef<Replacement | null>(null);

  /** @returns whether the URL is on its way to the other modal */
  function goOnReplacing(): boolean {
    const next = replacement.current;
    if (next === null) return false;
    if (isTravelling(location)) return true;
    const entry = modalEntryIn(state);
    if (entry?.opening === next.opening) {
      replacement.current = null;
      onReplaced();
      return true;
    }
    beginTravel(location);
    if (entry !== null && entry.position > 0) {
      navigate(-entry.position);
    } else {
      const first = { ...firstModalEntry(entry?.isOnPage ?? false), opening: next.opening };
      const search = `?${new URLSearchParams(next.params)}`;
      navigate({ pathname, search }, { state: first, replace: true });
    }
    return true;
  }

  return {
    goOnReplacing,
    replace: (next: Replacement) => {
      replacement.current = next;
      goOnReplacing();
    },
  };
}
