/** Lets buttons work only while nothing covers the page, and nothing has for a moment. */
export interface VisibilityGuard {
  watch(buttons: readonly HTMLButtonElement[]): void;
}

/** Between becoming visible and counting as seen. */
const SEEN_MS = 500;
/** The least that browsers allow for checks of what covers an element. */
const CHECK_MS = 100;

/** Whether this browser says if something covers an element (IntersectionObserver v2). */
export function canSeeCovers(): boolean {
  return 'isVisible' in IntersectionObserverEntry.prototype;
}

/** Guards a frame: what is around it can draw over it, or move it under a cursor. A window of its own needs no guard. */
export function createVisibilityGuard(isFramed: boolean): VisibilityGuard {
  let buttons: readonly HTMLButtonElement[] = [];
  let timer = 0;
  let observer: IntersectionObserver | null = null;
  const allow = (isAllowed: boolean) => {
    for (const each of buttons) each.ariaDisabled = isAllowed ? null : 'true';
    const note = document.getElementById('covered');
    if (note !== null) note.hidden = isAllowed;
  };
  return {
    watch(next) {
      clearTimeout(timer);
      observer?.disconnect();
      buttons = next;
      if (!isFramed) return;
      for (const each of next) {
        each.ariaDisabled = 'true';
        // Before the button's own listener, which must not run while it is covered.
        each.addEventListener('click', stopIfCovered, { capture: true });
      }
      const [first] = next;
      if (first === undefined) return;
      const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
        threshold: 1,
        trackVisibility: true,
        delay: CHECK_MS,
      };
      observer = new IntersectionObserver((entries) => {
        clearTimeout(timer);
        if (isUncovered(entries.at(-1))) timer = window.setTimeout(() => allow(true), SEEN_MS);
        else allow(false);
      }, options);
      observer.observe(first);
    },
  };
}

function isUncovered(entry: IntersectionObserverEntry | undefined): boolean {
  return entry !== undefined && 'isVisible' in entry && entry.isVisible === true;
}

function stopIfCovered(event: Event): void {
  const { currentTarget } = event;
  const isCovered = currentTarget instanceof Element && currentTarget.ariaDisabled === 'true';
  if (isCovered || !event.isTrusted) event.stopImmediatePropagation();
}
