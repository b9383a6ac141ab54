import { type RefObject, useEffect, useRef, useState } from 'react';

/** What is rendered beyond each edge of the viewport, so that it is complete before it scrolls into view. */
const MARGIN_PX = 200;

interface NearOptions {
  /** The value until the browser has reported. */
  readonly isNearAtFirst: boolean;
  /** The scrolling element around it; the viewport by default. */
  readonly boxRef?: RefObject<Element | null> | undefined;
}

interface Near<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly isNear: boolean;
  /** Its height in px when it was last near, so that nothing moves when its content is replaced; null before. */
  readonly height: number | null;
}

/** Tracks whether an element is in a viewport or near it. An element that contains the focus stays near. */
export function useIsNear<E extends HTMLElement>({ isNearAtFirst, boxRef }: NearOptions): Near<E> {
  const ref = useRef<E>(null);
  const [near, setNear] = useState<Omit<Near<E>, 'ref'>>({ isNear: isNearAtFirst, height: null });

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return watch(element, boxRef?.current ?? null, ({ isIntersecting, boundingClientRect }) =>
      setNear((previous) => {
        const isNear = isIntersecting || element.contains(document.activeElement);
        if (isNear === previous.isNear) return previous;
        return { isNear, height: isNear ? previous.height : boundingClientRect.height };
      }),
    );
  }, [boxRef]);

  return { ref, ...near };
}

type Listener = (entry: IntersectionObserverEntry) => void;

interface Followed {
  readonly observer: IntersectionObserver;
  readonly listeners: Map<Element, Listener>;
}

const followedByRoot = new Map<Element | Document, Followed>();

/** Follows an element with one observer for all elements of its box: a hundred would each take time in every frame. */
function watch(element: Element, box: Element | null, listener: Listener): () => void {
  const root = box ?? document;
  const followed = followedByRoot.get(root) ?? follow(root);
  followedByRoot.set(root, followed);
  followed.listeners.set(element, listener);
  followed.observer.observe(element);
  return () => {
    followed.observer.unobserve(element);
    followed.listeners.delete(element);
    if (followed.listeners.size === 0) followedByRoot.delete(root);
  };
}

function follow(root: Element | Document): Followed {
  const listeners = new Map<Element, Listener>();
  const report = (entries: readonly IntersectionObserverEntry[]) => {
    for (const entry of entries) listeners.get(entry.target)?.(entry);
  };
  const observer = new IntersectionObserver(report, { root, rootMargin: `${MARGIN_PX}px 0px` });
  return { observer, listeners };
}
