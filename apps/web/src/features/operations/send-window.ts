import type { OperationView } from '#wire/wallet/operation';
import { recentClockText } from '../../lib/elapsed.ts';

/** When a delayed operation will be sent, each as in `14:05`, with the date unless it is today. */
interface SendWindow {
  readonly from: string;
  readonly to: string;
}

/** @returns null when the operation is not delayed. */
export function sendWindowOf({ sendWindow }: OperationView, now: number): SendWindow | null {
  if (sendWindow === null) return null;
  const text = (time: string) => recentClockText(Date.parse(time), now);
  return { from: text(sendWindow.from), to: text(sendWindow.to) };
}
