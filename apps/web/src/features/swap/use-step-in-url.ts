import { type Dispatch, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '../../lib/navigation/navigation.tsx';
import type { PageLocation } from '../../lib/navigation/page-history.ts';
import { paths } from '../../paths.ts';
import type { SwapEvent, SwapStep } from './swap-flow.ts';

/**
 * Keeps the step in the URL (`?step=routes`, `?step=confirm`) as one history entry above the pair's, so that Back
 * returns to the pair. The URL never decides a step: opened without its data, it becomes the pair's.
 */
export function useStepInUrl(step: SwapStep, dispatch: Dispatch<SwapEvent>): void {
  const location = useLocation();
  const { search, state, key } = location;
  const navigate = useNavigate();
  const wanted = NAME_BY_STEP[step.at];
  const shown = new URLSearchParams(search).get('step');
  const before = useRef(shown);
  const leftKey = useRef<string | null>(null);
  /** The visit of the pair whose next entry is on its way. */
  const pushedFrom = useRef<PageLocation | null>(null);
  useEffect(() => {
    // Back may be faster than the entry of a step, which is then left before it was on screen.
    const isReturned = pushedFrom.current?.key === key && pushedFrom.current !== location;
    const hasGoneBack = (before.current !== shown && shown === null) || isReturned;
    before.current = shown;
    if (pushedFrom.current === location) return;
    pushedFrom.current = null;
    if (shown === null) leftKey.current = null;
    if (wanted === shown) return;
    if (hasGoneBack) dispatch({ type: 'went-back' });
    else if (wanted !== null) {
      const isPairBelow = shown === null || hasPairBelow(state);
      if (shown === null) pushedFrom.current = location;
      navigate(`${paths.exchange}?step=${wanted}`, {
        replace: shown !== null,
        state: { isPairBelow },
      });
    } else if (leftKey.current !== key) {
      leftKey.current = key;
      if (hasPairBelow(state)) navigate(-1);
      else navigate(paths.exchange, { replace: true });
    }
  }, [wanted, shown, state, key, location, navigate, dispatch]);
}

const NAME_BY_STEP: Readonly<Record<SwapStep['at'], string | null>> = {
  SelectSwapPair: null,
  ShowRoute: 'routes',
  ConfirmSwap: 'confirm',
  SwapSuccess: null,
};

/** The browser keeps history state across reloads, so its shape is checked. */
function hasPairBelow(state: unknown): boolean {
  const isObject = typeof state === 'object' && state !== null;
  return isObject && 'isPairBelow' in state && state.isPairBelow === true;
}
