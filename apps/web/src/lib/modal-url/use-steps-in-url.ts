import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '../navigation/navigation.tsx';
import type { PageLocation } from '../navigation/page-history.ts';
import { modalEntryIn } from './modal-entry.ts';
import { beginTravel, isTravelling } from './travel.ts';

interface StepsInUrl<Step extends string> {
  readonly isOpen: boolean;
  /** In order. The first has no parameter in the URL. */
  readonly steps: readonly Step[];
  /** Null once the last step is shown, which can't be left. */
  readonly current: Step | null;
  /** The parameters of the last step. */
  readonly last: Readonly<Record<string, string>> | null;
  /** False while a request is on its way: Back then does nothing. */
  readonly canGoBack: boolean;
  readonly onBack: (to: Step) => void;
}

/**
 * Keeps the steps of a modal as entries in the browser's history, as `&step=review`: Back goes one step back, and from
 * the last step it closes the modal. The steps never come from the URL: an entry that is ahead of the form, after a
 * reload or by Forward, is left again.
 */
export function useStepsInUrl<Step extends string>(options: StepsInUrl<Step>): void {
  const { isOpen, steps, current, last, canGoBack, onBack } = options;
  const location = useLocation();
  const { pathname, search, state, key } = location;
  const navigate = useNavigate();
  /** The visit of an entry and the step that were compared last. */
  const seen = useRef<{ location: PageLocation; current: Step | null } | null>(null);
  /** The URL is on its way to where the form already is. */
  const isAwaited = useRef(false);

  useEffect(() => {
    const params = new URLSearchParams(search);
    if (!isOpen || !params.has('do') || isTravelling(location)) return;
    const hasMoved = seen.current !== null && seen.current.current !== current;
    if (seen.current?.location === location && !hasMoved) return;
    // Back was faster than the entry of a step: it has been left before it was on screen.
    const hasReturned = isAwaited.current && seen.current?.location.key === key;
    const hasFormMoved = hasMoved || (isAwaited.current && !hasReturned);
    isAwaited.current = false;
    seen.current = { location, current };
    if (current === null) showLast(params);
    else if (hasFormMoved) followForm(params, current);
    else followUrl(params, current);
  });

  function showLast(params: URLSearchParams) {
    const { position } = entry();
    if (position > 0) travel(-position);
    else if (last !== null && params.get('step') !== last.step) write(params, last, true);
  }

  /** The form has moved: the URL shows its step. */
  function followForm(params: URLSearchParams, step: Step) {
    const index = steps.indexOf(step);
    const shown = indexOf(params);
    if (shown === index) return;
    if (shown >= 0 && shown < index) write(params, { step: steps[shown + 1] as Step }, false);
    else if (shown >= 0 && entry().position >= shown - index) travel(index - shown);
    else write(params, index === 0 ? {} : { step }, true);
  }

  /** Back or Forward was pressed, or the page was loaded. Only Back moves the form. */
  function followUrl(params: URLSearchParams, step: Step) {
    const index = steps.indexOf(step);
    const shown = indexOf(params);
    const earlier = shown < index ? steps[shown] : undefined;
    if (earlier === undefined) followForm(params, step);
    else if (canGoBack) onBack(earlier);
    else travel(index - shown);
  }

  function travel(by: number) {
    isAwaited.current = true;
    beginTravel(location);
    navigate(by);
  }

  function indexOf(params: URLSearchParams): number {
    const step = params.get('step');
    return step === null ? 0 : steps.indexOf(step as Step);
  }

  function entry() {
    return modalEntryIn(state) ?? { opening: '', position: 0, isOnPage: false };
  }

  function write(
    params: URLSearchParams,
    values: Readonly<Record<string, string>>,
    isReplacing: boolean,
  ) {
    for (const name of ['step', ...Object.keys(last ?? {})]) params.delete(name);
    for (const [name, value] of Object.entries(values)) params.set(name, value);
    const { opening, position, isOnPage } = entry();
    isAwaited.current = true;
    beginTravel(location);
    navigate(
      { pathname, search: `?${params}` },
      {
        replace: isReplacing,
        state: { opening, position: isReplacing ? position : position + 1, isOnPage },
      },
    );
  }
}
