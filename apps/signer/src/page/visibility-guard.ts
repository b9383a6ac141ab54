/** What works only while nothing covers it. */
export interface Guarded {
  readonly buttons: readonly HTMLButtonElement[];
  /** What their press agrees to, which has to be seen as well. */
  readonly content: readonly HTMLElement[];
}

/** Lets buttons work only while all of them and of what they agree to is in view, uncovered, and has been for a moment. */
export interface VisibilityGuard {
  watch(guarded: Guarded): void;
}

/** Between becoming visible and counting as seen, and between being covered and saying so: a dialog moves while it opens. */
const SEEN_MS = 500;
/** The least that browsers allow for checks of what covers an element. */
const CHECK_MS = 100;

/** Whether this browser says if something covers an element (IntersectionObserver v2). */
export function canSeeCovers(): boolean {
  return 'isVisible' in IntersectionObserverEntry.prototype;
}

/** Guards a frame: what is around it can draw over it, or move it under a cursor. A window of its own needs no guard. */
export function createVisibilityGuard(isFramed: boolean): VisibilityGuard {
  let timer = 0;
  let observer: IntersectionObserver | null = null;
  return {
    watch({ buttons, content }) {
      clearTimeout(timer);
      observer?.disconnect();
      if (!isFramed || buttons.length === 0) return;
      const allow = (isAllowed: boolean) => {
        for (const each of buttons) each.ariaDisabled = isAllowed ? null : 'true';
      };
      allow(false);
      for (const each of buttons) {
        // Before the button's own listener, which must not run while it is covered.
        each.addEventListener('click', stopIfCovered, { capture: true });
      }
      const watched: readonly Element[] = [...buttons, ...content];
      const uncovered = new Set<Element>();
      observer = createObserver((entries) => {
        for (const entry of entries) {
          if (isUncovered(entry)) uncovered.add(entry.target);
          else uncovered.delete(entry.target);
        }
        clearTimeout(timer);
        const isSeen = uncovered.size === watched.length;
        if (!isSeen) allow(false);
        timer = window.setTimeout(() => {
          allow(isSeen);
          sayCovered(!isSeen);
        }, SEEN_MS);
      });
      for (const each of watched) observer.observe(each);
    },
  };
}

function createObserver(report: (entries: IntersectionObserverEntry[]) => void) {
  const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
    threshold: 1,
    trackVisibility: true,
    delay: CHECK_MS,
  };
  return new IntersectionObserver(report, options);
}

function sayCovered(isCovered: boolean): void {
  const note = document.getElementById('covered');
  if (note !== null) note.hidden = !isCovered;
}

function isUncovered(entry: IntersectionObserverEntry): boolean {
  return entry.intersectionRatio === 1 && 'isVisible' in entry && entry.isVisible === true;
}

function stopIfCovered(event: Event): void {
  const { currentTarget } = event;
  const isCovered = currentTarget instanceof Element && currentTarget.ariaDisabled === 'true';
  if (isCovered || !event.isTrusted) event.stopImmediatePropagation();
}
