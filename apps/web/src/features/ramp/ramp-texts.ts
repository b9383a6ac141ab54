import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { RampSide } from '#domain/ramp/ramp-order';
import type { RampOrder } from '#wire/ramp/order';
import type { BadgeTone } from '../../ui/badge.tsx';

type Status = RampOrder['status'];

/** The tone for each status. */
export const toneByStatus: Readonly<Record<Status, BadgeTone>> = {
  'awaiting-payment': 'warn',
  processing: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
  refunded: 'plain',
};

/** What a status means for the money, and what to do. */
export function meaningOf({ side, status, isSent }: RampOrder): string {
  if (status !== 'awaiting-payment') return meaningByStatus[side][status];
  if (side === 'BUY') return 'Pay in the frame above. Nothing was charged yet.';
  return isSent
    ? 'Your USDC is sent. Our partner pays out as soon as it is there.'
    : 'Send exactly this amount within 30 minutes of ordering.';
}

const meaningByStatus: Readonly<
  Record<RampSide, Record<Exclude<Status, 'awaiting-payment'>, string>>
> = {
  BUY: {
    processing: 'Our partner has your payment and is sending the USDC.',
    completed: 'The USDC was sent to your public address.',
    failed: 'The payment did not go through. No USDC was sent.',
    cancelled: 'Nothing was charged and nothing was sent.',
    expired: 'It was not paid in time. Nothing was charged.',
    refunded: 'Our partner gave your payment back.',
  },
  SELL: {
    processing: 'Our partner has your USDC and is paying you out.',
    completed: 'Our partner paid you out.',
    failed: 'You were not paid out. Ask our partner about USDC that you had sent.',
    cancelled: 'Do not send USDC for it any more.',
    expired: 'It is over. Do not send USDC for it any more.',
    refunded: 'Another amount came, or it came too late: our partner sent it back.',
  },
};

/** @returns as in `96.4 USDC`; null while the partner has not said. */
export function cryptoText({ amount, decimals, symbol }: RampOrder): string | null {
  if (amount === null) return null;
  return `${groupThousands(baseUnitsToDisplay(BigInt(amount), decimals))} ${symbol}`;
}
