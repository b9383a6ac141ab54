import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import type { View } from './reset-flow.ts';

/** The views as entries of the browser's history, so that Back leads one view back. */
export function useViewInHistory() {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const [keyAtFirst] = useState(key);

  // A page that was loaded again knows nothing of what was entered: it begins, whatever its entry says.
  const isLeftOver = key === keyAtFirst && viewIn(state) !== 'request';
  useEffect(() => {
    if (isLeftOver) navigate(paths.forgotPassword, { replace: true });
  }, [isLeftOver, navigate]);

  return {
    view: isLeftOver ? 'request' : viewIn(state),
    goTo: (view: View) => navigate(paths.forgotPassword, { state: { view } }),
    goBack: () => navigate(-1),
  };
}

/** History state is kept by the browser over reloads, so its shape is not taken on trust. */
function viewIn(state: unknown): View {
  const isObject = typeof state === 'object' && state !== null;
  const view = isObject && 'view' in state ? state.view : null;
  return view === 'codes' || view === 'password' ? view : 'request';
}
