import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { RampSide } from '#domain/ramp/ramp-order';
import { showToast } from '../../state/toast.ts';
import { requestRampPage, useRampPage } from './api/ramp-session.ts';
import { readRampMessage } from './ramp-message.ts';

/** How the partner's page is doing. */
export type FrameState = 'loading' | 'slow' | 'ready' | 'closed' | 'elsewhere' | 'failed';

export interface RampFrame {
  readonly state: FrameState;
  /** Null until there is a page. */
  readonly url: string | null;
  /** Why there is no page; null otherwise. */
  readonly failure: string | null;
  readonly ref: RefObject<HTMLIFrameElement | null>;
  /** Opens another page. */
  readonly reload: () => void;
  /** Opens another page in a tab of its own, for who cannot use the frame. */
  readonly openInTab: () => void;
}

/** After this a user is offered another way (specification §2 Buy / Sell). */
const SLOW_AFTER_MS = 5_000;

/** One page of the partner in one frame, and what it says. */
export function useRampFrame(side: RampSide, onChanged: () => void): RampFrame {
  const screen = useId();
  const [visit, setVisit] = useState(0);
  const { data: url = null, error } = useRampPage(side, `${screen}${visit}`);
  const [said, setSaid] = useState<'nothing' | 'ready' | 'closed' | 'elsewhere'>('nothing');
  const [isSlow, setIsSlow] = useState(false);
  const ref = useRef<HTMLIFrameElement>(null);
  const latest = useRef(onChanged);
  latest.current = onChanged;

  useEffect(() => {
    if (url === null) return;
    const { origin } = new URL(url);
    const hear = (event: MessageEvent) => {
      const frame = { window: ref.current?.contentWindow ?? null, origin };
      const text = readRampMessage(event, frame);
      if (text === 'changed') latest.current();
      else if (text !== null) setSaid(text);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [url]);

  const isWaiting = said === 'nothing' && error === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit waits again
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, visit]);

  function reload() {
    setVisit((last) => last + 1);
    setSaid('nothing');
    setIsSlow(false);
  }

  async function openInTab() {
    if (await openPageInTab(side)) setSaid('elsewhere');
  }

  const waiting = isSlow ? 'slow' : 'loading';
  const state = error !== null ? 'failed' : said === 'nothing' ? waiting : said;
  const failure = error?.message ?? null;
  return { state, url, failure, ref, reload, openInTab: () => void openInTab() };
}

/** A tab opens immediately or never: browsers allow it within a click only. @returns whether the page is in it */
async function openPageInTab(side: RampSide): Promise<boolean> {
  const tab = window.open('about:blank', '_blank');
  if (tab === null) {
    showToast('Your browser blocked the new tab. Allow pop-ups for this site, then try again.', {
      tone: 'error',
    });
    return false;
  }
  tab.opener = null;
  const requests = await requestRampPage(side);
  if (requests.ok) {
    tab.location.replace(requests.data.data.widgetUrl);
    return true;
  }
  tab.close();
  showToast(requests.error.message, { tone: 'error' });
  return false;
}
