import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { RampSide } from '#domain/ramp/ramp-order';
import { t } from '#language/t';
import { showToast } from '../../state/toast.ts';
import { requestRampPage, useRampPage } from './api/ramp-session.ts';
import { readRampMessage } from './ramp-message.ts';

/** The state of the partner's page. */
export type FrameState = 'loading' | 'slow' | 'ready' | 'closed' | 'elsewhere' | 'failed';

export interface RampFrame {
  readonly state: FrameState;
  /** Null until there is a URL. */
  readonly url: string | null;
  /** Why no page could be requested; null otherwise. */
  readonly failure: string | null;
  readonly ref: RefObject<HTMLIFrameElement | null>;
  /** Requests another page. */
  readonly reload: () => void;
  /** Opens another page in a new tab, for users for whom the frame does not work. */
  readonly openInTab: () => void;
}

/** After this long without a message, the user is offered other ways to open the page (§2 Buy / Sell). */
const SLOW_AFTER_MS = 5_000;

/** The partner's page in the frame, and the messages it sends. */
export function useRampFrame(side: RampSide, onChanged: () => void): RampFrame {
  const screen = useId();
  const [visit, setVisit] = useState(0);
  const { data: url = null, error } = useRampPage(side, `${screen}${visit}`);
  const [lastMessage, setLastMessage] = useState<'nothing' | 'ready' | 'closed' | 'elsewhere'>(
    'nothing',
  );
  const [isSlow, setIsSlow] = useState(false);
  const ref = useRef<HTMLIFrameElement>(null);
  const latest = useRef(onChanged);
  latest.current = onChanged;

  useEffect(() => {
    if (url === null) return;
    const { origin } = new URL(url);
    const onMessage = (event: MessageEvent) => {
      const frame = { window: ref.current?.contentWindow ?? null, origin };
      const text = readRampMessage(event, frame);
      if (text === 'changed') latest.current();
      else if (text !== null) setLastMessage(text);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [url]);

  const isWaiting = lastMessage === 'nothing' && error === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts on each visit
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, visit]);

  function reload() {
    setVisit((last) => last + 1);
    setLastMessage('nothing');
    setIsSlow(false);
  }

  async function openInTab() {
    if (await openPageInTab(side)) setLastMessage('elsewhere');
  }

  const waiting = isSlow ? 'slow' : 'loading';
  const state = error !== null ? 'failed' : lastMessage === 'nothing' ? waiting : lastMessage;
  const failure = error?.message ?? null;
  return { state, url, failure, ref, reload, openInTab: () => void openInTab() };
}

/** Opens the tab before the request: browsers allow it only during a click. @returns whether the page was opened */
async function openPageInTab(side: RampSide): Promise<boolean> {
  const tab = window.open('about:blank', '_blank');
  if (tab === null) {
    showToast(t('Your browser blocked the new tab. Allow pop-ups for this site, then try again.'), {
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
