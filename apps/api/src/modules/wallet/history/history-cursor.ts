import type { HistoryPlace } from '../../../ports/public-history.ts';

const CURSOR = /^([0-9]{1,15})\.([0-9]{1,19})$/;
const LARGEST_ORDER = 2n ** 63n - 1n;

/** @returns a place in a history as a cursor for the next request */
export function cursorOf({ at, position }: HistoryPlace): string {
  return `${at.getTime()}.${position}`;
}

/** @returns the place of a cursor; null when `cursorOf` did not create it */
export function placeOf(cursor: string): HistoryPlace | null {
  const [, ms, order] = CURSOR.exec(cursor) ?? [];
  if (ms === undefined || order === undefined || BigInt(order) > LARGEST_ORDER) return null;
  return { at: new Date(Number.parseInt(ms, 10)), position: BigInt(order) };
}
