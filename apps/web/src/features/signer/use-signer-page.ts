import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  isOfSigner,
  SIGNER_CHANNEL,
  type SignerOutcome,
  type SignerRequest,
} from '#signing/messages/protocol';
import { readSignerEvent, readSignerResponse } from '#signing/messages/read-response';

/** A request without what every message has. */
export type PageRequest = SignerRequest extends infer Each
  ? Each extends SignerRequest
    ? Omit<Each, 'channel' | 'id'>
    : never
  : never;

/** A page that takes longer isn't going to open. */
const OPENS_WITHIN_MS = 15_000;
/** How often a window is looked at, which no event says the end of. */
const LOOK_EVERY_MS = 500;
/** Of the smallest view, so that the dialog doesn't jump. */
const FIRST_HEIGHT = 320;

interface SignerPage {
  readonly ref: RefObject<HTMLIFrameElement | null>;
  /** Of the frame, CSS pixels. */
  readonly height: number;
  /** `needs-window`: the signer works only in a window of its own here, which a press of a button has to open. */
  readonly at: 'opening' | 'framed' | 'needs-window' | 'in-window' | 'failed';
  readonly openWindow: () => void;
}

/**
 * Gives the signer one request once its page is open, in a frame or in a window, and passes on how it ended.
 * @param request is given once; another one needs another component
 */
export function useSignerPage(
  origin: string,
  request: PageRequest,
  onOutcome: (outcome: SignerOutcome) => void,
): SignerPage {
  const ref = useRef<HTMLIFrameElement>(null);
  const opened = useRef<Window | null>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const [at, setAt] = useState<SignerPage['at']>('opening');
  const latest = useRef({ request, onOutcome });
  latest.current = { request, onOutcome };

  useEffect(() => {
    const id = crypto.randomUUID();
    const given = new Set<MessageEventSource>();
    const late = setTimeout(
      () => setAt((now) => (now === 'opening' ? 'failed' : now)),
      OPENS_WITHIN_MS,
    );
    function handle({ origin: from, source, data }: MessageEvent<unknown>) {
      const frame = ref.current?.contentWindow ?? null;
      const isOwn = source !== null && (source === frame || source === opened.current);
      if (from !== origin || !isOwn || !isOfSigner(data)) return;
      if (typeof data === 'object' && data !== null && 'event' in data) {
        const event = readSignerEvent(data);
        if (event.event === 'height') return setHeight(event.height);
        setAt(source === frame ? 'framed' : 'in-window');
        if (given.has(source)) return;
        given.add(source);
        const message = { ...latest.current.request, channel: SIGNER_CHANNEL, id };
        source.postMessage(message, { targetOrigin: origin });
        return;
      }
      const { channel: _channel, id: of, ...outcome } = readSignerResponse(data);
      if (of !== id) return;
      if (outcome.outcome === 'needs-window') setAt('needs-window');
      else latest.current.onOutcome(outcome);
    }
    window.addEventListener('message', handle);
    return () => {
      clearTimeout(late);
      window.removeEventListener('message', handle);
      opened.current?.close();
    };
  }, [origin]);

  const isInWindow = at === 'in-window';
  useEffect(() => {
    if (!isInWindow) return;
    const timer = setInterval(() => {
      if (opened.current?.closed) latest.current.onOutcome({ outcome: 'cancelled' });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isInWindow]);

  const openWindow = useCallback(() => {
    opened.current = window.open(`${origin}/`, 'kax-signer', 'popup,width=480,height=800');
    if (opened.current === null) setAt('needs-window');
    else setAt('in-window');
  }, [origin]);

  return { ref, height, at, openWindow };
}
