import { useRef } from 'react';
import { useViewInUrl, type View, type ViewInUrl } from '../../lib/modal-url/use-view-in-url.ts';

/** What Receive shows. The URL says it, so Back and a reload work as on a page. */
export type ReceiveView =
  | { readonly at: 'sheet' }
  | { readonly at: 'request' }
  | { readonly at: 'list' }
  | { readonly at: 'link'; readonly id: string };

export interface ReceiveViews extends Pick<ViewInUrl, 'canGoBack' | 'goBack'> {
  readonly view: ReceiveView;
  /** What was shown before this; null at first. */
  readonly before: ReceiveView['at'] | null;
  readonly show: (view: ReceiveView) => void;
  readonly replace: (view: ReceiveView) => void;
}

/** @param isOpen false keeps the last view, for the closing animation */
export function useReceiveView(isOpen: boolean): ReceiveViews {
  const { search, canGoBack, goBack, show, replace } = useViewInUrl(['step', 'request']);
  const shown = useRef<{ view: ReceiveView; before: ReceiveView['at'] | null } | null>(null);
  const view = isOpen ? viewIn(search) : (shown.current?.view ?? { at: 'sheet' });
  if (shown.current?.view.at !== view.at) {
    shown.current = { view, before: shown.current?.view.at ?? null };
  } else {
    shown.current = { ...shown.current, view };
  }
  return {
    view,
    before: shown.current.before,
    canGoBack,
    goBack,
    show: (next) => show(paramsOf(next)),
    replace: (next) => replace(paramsOf(next)),
  };
}

/** @returns the parameters that open Receive with a view */
export function paramsOf(view: ReceiveView): View {
  if (view.at === 'sheet') return {};
  return view.at === 'link' ? { step: 'link', request: view.id } : { step: view.at };
}

function viewIn(search: URLSearchParams): ReceiveView {
  const step = search.get('step');
  if (step === 'link') return { at: 'link', id: search.get('request') ?? '' };
  return step === 'request' || step === 'list' ? { at: step } : { at: 'sheet' };
}
