import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import type { View } from './reset-flow.ts';

/** Keeps the views as entries in the browser history, so that Back returns to the previous view. */
export function useViewInHistory() {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const [keyAtFirst] = useState(key);

  // A reload loses what was entered, so the flow starts over whatever the history entry says.
  const isStale = key === keyAtFirst && viewIn(state) !== 'request';
  useEffect(() => {
    if (isStale) navigate(paths.forgotPassword, { replace: true });
  }, [isStale, navigate]);

  return {
    view: isStale ? 'request' : viewIn(state),
    goTo: (view: View) => navigate(paths.forgotPassword, { state: { view } }),
    goBack: () => navigate(-1),
  };
}

/** The browser keeps history state across reloads, so its shape is checked. */
function viewIn(state: unknown): View {
  const isObject = typeof state === 'object' && state !== null;
  const view = isObject && 'view' in state ? state.view : null;
  return view === 'codes' || view === 'password' ? view : 'request';
}
