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

/** Loads what a control leads to when the pointer, a finger or the focus reaches it. @returns a function that stops it */
export function watchApproach(): () => void {
  const events = ['pointerover', 'touchstart', 'focusin'] as const;
  for (const name of events) document.addEventListener(name, handleApproach, { passive: true });
  return () => {
    for (const name of events) document.removeEventListener(name, handleApproach);
  };
}

function handleApproach({ target }: Event): void {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  const to = control?.getAttribute(LEADS_TO) ?? control?.getAttribute('href');
  if (to) approach(to);
}
