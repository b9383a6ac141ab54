/**
 * The page that someone wanted before they had to sign in or register. It is kept in the history entry, which a reload
 * keeps too, and never in the URL. The browser stores it, so its shape can't be trusted.
 * @returns a path of this app; null when there is none
 */
export function pathFrom(state: unknown): string | null {
  const from = textIn(state, 'from');
  return from?.startsWith('/') && !from.startsWith('//') ? from : null;
}

/** @returns what the next page of signing in or registering has to carry on; null for nothing */
export function carriedFrom(state: unknown): { readonly from: string } | null {
  const from = pathFrom(state);
  return from === null ? null : { from };
}

/** @returns a text in the state of a history entry; null when there is none of this name */
export function textIn(state: unknown, name: string): string | null {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = Object.entries(state).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : null;
}
