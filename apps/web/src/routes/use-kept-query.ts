import { useState } from 'react';
import { useLocation, useNavigate } from '../lib/navigation/navigation.tsx';

/**
 * A search that Back finds again. It is in the tab’s history and not in the address, because it can name someone.
 * `kept` is what the history has of it, for whatever else replaces the address.
 */
export function useKeptQuery() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [query, setQuery] = useState(() => queryIn(state));
  const kept = query === '' ? null : { query };
  return {
    query,
    kept,
    type: setQuery,
    /** Called when the focus leaves the field: Safari limits how often the history is written. */
    keep() {
      if (query === queryIn(state)) return;
      navigate(`${pathname}${search}`, { replace: true, state: kept });
    },
  };
}

function queryIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('query' in state)) return '';
  return typeof state.query === 'string' ? state.query : '';
}
