/**
 * When a price applied.
 * @returns never the future: a price from there would keep out every later one until then
 */
export function priceTime(seconds: number | null | undefined, now: Date): Date {
  return typeof seconds === 'number' ? new Date(Math.min(seconds * 1_000, now.getTime())) : now;
}
