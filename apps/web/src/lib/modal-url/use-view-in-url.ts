import { useEffect } from 'react';
import { useLocation, useNavigate } from '../navigation/navigation.tsx';
import { modalEntryIn } from './modal-entry.ts';
import { beginTravel, isTravelling } from './travel.ts';

/** The parameters of one view of a modal, such as `{ step: 'link' }`; none for its first view. */
export type View = Readonly<Record<string, string>>;

export interface ViewInUrl {
  /** What the URL shows. */
  readonly search: URLSearchParams;
  /** Another view lies before this one. */
  readonly canGoBack: boolean;
  readonly goBack: () => void;
  /** Goes on to another view. */
  readonly show: (view: View) => void;
  /** Shows another view in the place of this one, which is over. */
  readonly replace: (view: View) => void;
}

/**
 * Views of a modal that show what is stored, not steps of a form: each is an entry of the history, Back goes to the one
 * before, and a reload shows the same one.
 * @param names of the parameters that tell views apart
 */
export function useViewInUrl(names: readonly string[]): ViewInUrl {
  const location = useLocation();
  const { pathname, search, state } = location;
  const navigate = useNavigate();
  const entry = modalEntryIn(state) ?? { opening: '', position: 0, isOnPage: false };

  // Once another entry is on screen, the one before may be left again as soon as Back has led to it.
  useEffect(() => void isTravelling(location), [location]);

  function go(view: View, isReplacing: boolean) {
    if (isTravelling(location)) return;
    beginTravel(location);
    const params = new URLSearchParams(search);
    for (const name of names) params.delete(name);
    for (const [name, value] of Object.entries(view)) params.set(name, value);
    const position = isReplacing ? entry.position : entry.position + 1;
    navigate(
      { pathname, search: `?${params}` },
      { replace: isReplacing, state: { ...entry, position } },
    );
  }

  return {
    search: new URLSearchParams(search),
    canGoBack: entry.position > 0,
    goBack: () => {
      if (isTravelling(location)) return;
      beginTravel(location);
      navigate(-1);
    },
    show: (view) => go(view, false),
    replace: (view) => go(view, true),
  };
}
