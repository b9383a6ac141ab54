/** Loads what a URL leads to. It is cheap to call again, and never fails. */
type Preload = (to: URL) => void;

const preloads: Preload[] = [];

/** Registers what loads the parts behind some URLs before they are opened. */
export function onApproach(preload: Preload): void {
  preloads.push(preload);
}

/** Loads what a URL leads to, as in `/contacts` or `?do=send`, because the user is about to open it. */
export function approach(to: string): void {
  const url = new URL(to, location.href);
  if (url.origin === location.origin) for (const preload of preloads) preload(url);
}

/** The attribute of a control that is no link: the URL that it leads to. */
const LEADS_TO = 'data-leads-to';
const CONTROLS = `a[href], [${LEADS_TO}]`;

/** Where the pointer was last seen. */
let pointerAt: string | null = null;

/**
 * Loads what a control leads to when the user brings the pointer, a finger or the visible focus to it. A control that
 * only appears under a resting pointer, as when a menu closes, is not what the user is about to open.
 * @returns a function that stops it
 */
export function watchApproach(): () => void {
  const handlers = {
    pointerover: handlePointer,
    pointermove: rememberPointer,
    touchstart: loadTarget,
    focusin: handleFocus,
  };
  const added = Object.entries(handlers) as [string, (event: Event) => void][];
  for (const [name, handle] of added) document.addEventListener(name, handle, { passive: true });
  return () => {
    for (const [name, handle] of added) document.removeEventListener(name, handle);
  };
}

/** It comes before the movement that brought the pointer there. */
function handlePointer(event: PointerEvent): void {
  if (placeOf(event) !== pointerAt) loadTarget(event);
}

function rememberPointer(event: PointerEvent): void {
  pointerAt = placeOf(event);
}

function placeOf({ clientX, clientY }: PointerEvent): string {
  return `${clientX} ${clientY}`;
}

/** A menu that was opened by the pointer focuses its first entry, without showing that. */
function handleFocus(event: FocusEvent): void {
  if (event.target instanceof Element && event.target.matches(':focus-visible')) loadTarget(event);
}

function loadTarget({ target }: Event): void {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  const to = control?.getAttribute(LEADS_TO) ?? control?.getAttribute('href');
  if (to) approach(to);
}
