import { paths } from '../../paths.ts';

/** Other paths whose pages belong to an item of the navigation. */
const PLACES: ReadonlyMap<string, RegExp> = new Map([
  [paths.dashboard, /^\/deposit\//],
  [paths.activity('wallet'), /^\/activity\//],
]);

/** @returns `page` for the item's own path and those below it, `true` when the current page belongs to the item */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  // The inbox has a place of its own, below the path of the dashboard.
  if (to === paths.dashboard && pathname === paths.inbox) return undefined;
  if (pathname === to || pathname.startsWith(`${to}/`)) return 'page';
  return PLACES.get(to)?.test(pathname) ? 'true' : undefined;
}
