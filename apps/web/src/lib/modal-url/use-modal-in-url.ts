import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from '../navigation/navigation.tsx';
import { firstModalEntry, modalEntryIn } from './modal-entry.ts';
import { beginTravel, isTravelling } from './travel.ts';
import { useReplacement } from './use-replacement.ts';

/** The modal that is open, or was; kept during its closing animation. */
export interface ModalInUrl<Subject> {
  readonly subject: Subject;
  readonly isOpen: boolean;
  /** Increments on each opening, so that the modal starts fresh. */
  readonly opening: number;
}

/**
 * What the URL asks for: `wait` while it can't be known yet, `nowhere` when there is no such thing, `elsewhere` when
 * another page shows it.
 */
export type Requested<Subject> =
  | { readonly at: 'known'; readonly subject: Subject }
  | { readonly at: 'wait' }
  | { readonly at: 'nowhere' }
  | { readonly at: 'elsewhere'; readonly path: string };

/**
 * Keeps a page's modal in the URL, as `?do=send&coin=…`, so that Back closes it and a reload keeps it. When it holds
 * something that the user entered, closing it in any way asks first.
 */
export function useModalInUrl<Subject>(read: (search: URLSearchParams) => Requested<Subject>) {
  const location = useLocation();
  const { pathname, search, state, key } = location;
  const navigate = useNavigate();
  const [modal, setModal] = useState<ModalInUrl<Subject> | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const hasInput = useRef(false);
  const returnedFrom = useRef<string | null>(null);
  /** Close was pressed while the history was moving. */
  const isClosing = useRef(false);
  const isOpen = modal?.isOpen ?? false;
  const isInUrl = new URLSearchParams(search).has('do');

  const { replace, goOnReplacing } = useReplacement(() => {
    hasInput.current = false;
    setModal((last) => (last ? { ...last, isOpen: false } : last));
  });

  useEffect(() => {
    if (isInUrl) returnedFrom.current = null;
    if (goOnReplacing()) return;
    if (isInUrl && !isOpen) openFromUrl();
    else if (!isInUrl && isOpen) closeOrConfirm();
    else if (isInUrl && isClosing.current && !isTravelling(location)) leave();
    if (!isInUrl) isClosing.current = false;
  });

  function openFromUrl() {
    const requested = read(new URLSearchParams(search));
    if (requested.at === 'nowhere') navigate(pathname, { replace: true });
    else if (requested.at === 'elsewhere') navigate(requested.path, { replace: true });
    else if (requested.at === 'known') {
      if (modalEntryIn(state) === null)
        navigate({ pathname, search }, { state: firstModalEntry(false), replace: true });
      const { subject } = requested;
      setModal((last) => ({ subject, isOpen: true, opening: (last?.opening ?? 0) + 1 }));
    }
  }

  function closeOrConfirm() {
    if (!hasInput.current) {
      setModal((last) => (last ? { ...last, isOpen: false } : last));
    } else if (returnedFrom.current !== key) {
      // Back was pressed. The entry it left is the next one.
      returnedFrom.current = key;
      navigate(1);
      setIsLeaving(true);
    }
  }

  function leave() {
    isClosing.current = isTravelling(location);
    if (isClosing.current) return;
    beginTravel(location);
    const entry = modalEntryIn(state);
    if (entry?.isOnPage) navigate(-(entry.position + 1));
    else navigate(pathname, { replace: true });
  }

  const setHasInput = useCallback((value: boolean) => {
    hasInput.current = value;
  }, []);

  return {
    modal,
    isLeaving,
    open: useOpenInUrl(),
    setHasInput,
    /** Puts another modal in the place of this one, without asking: it goes on with what was entered. */
    replace,
    close: () => (hasInput.current ? setIsLeaving(true) : leave()),
    /** The user keeps what they entered. */
    keep: () => setIsLeaving(false),
    discard: () => {
      hasInput.current = false;
      setIsLeaving(false);
      leave();
    },
  };
}

/**
 * @returns a function that opens a modal, the same one as long as the page is the same; its `params` name what to
 *   show, such as `{ do: 'send', coin: 'polygon-usdc' }`
 */
export function useOpenInUrl() {
  const location = useLocation();
  const { pathname } = location;
  const navigate = useNavigate();
  const shown = useRef(location);
  shown.current = location;
  return useCallback(
    (params: Readonly<Record<string, string>>) => {
      if (isTravelling(shown.current)) return;
      beginTravel(shown.current);
      navigate(
        { pathname, search: `?${new URLSearchParams(params)}` },
        { state: firstModalEntry(true) },
      );
    },
    [navigate, pathname],
  );
}
