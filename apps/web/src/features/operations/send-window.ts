import type { OperationView } from '#wire/wallet/operation';
import { clockText, dayAndClockText } from '../../lib/elapsed.ts';

/**
 * When a delayed operation will be sent.
 * @returns as in `between 14:05 and 20:05`, with the date unless it is today; null when it is not delayed.
 */
export function sendWindowText({ sendWindow }: OperationView, now: number): string | null {
  if (sendWindow === null) return null;
  const [from, to] = [Date.parse(sendWindow.from), Date.parse(sendWindow.to)];
  return `between ${momentText(from, now)} and ${momentText(to, now)}`;
}

function momentText(moment: number, now: number): string {
  const isToday = new Date(moment).toDateString() === new Date(now).toDateString();
  return isToday ? clockText(moment) : dayAndClockText(moment);
}
