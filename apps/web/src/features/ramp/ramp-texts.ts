import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { RampSide } from '#domain/ramp/ramp-order';
import { t } from '#language/t';
import type { RampOrder } from '#wire/ramp/order';
import { localAmount } from '../../lib/local-figure.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Status = RampOrder['status'];

/** The badge tone of each status. */
export const toneByStatus: Readonly<Record<Status, BadgeTone>> = {
  'awaiting-payment': 'warn',
  processing: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
  refunded: 'plain',
};

/** What the status means for the user's money, and what to do. */
export function meaningOf({ side, status, isSent }: RampOrder): string {
  if (status !== 'awaiting-payment') return meaningByStatus[side][status];
  if (side === 'BUY') return t('Complete your payment above. You haven’t been charged yet.');
  return isSent
    ? t('You sent the USDC. Our partner pays you as soon as it arrives.')
    : t('Send exactly this amount within 30 minutes of ordering.');
}

const meaningByStatus: Readonly<
  Record<RampSide, Record<Exclude<Status, 'awaiting-payment'>, string>>
> = {
  BUY: {
    processing: t('Our partner received your payment and is sending the USDC.'),
    completed: t('Our partner sent the USDC to your public address.'),
    failed: t('Your payment didn’t go through. No USDC was sent.'),
    cancelled: t('You weren’t charged, and nothing was sent.'),
    expired: t('You didn’t pay in time. You weren’t charged.'),
    refunded: t('Our partner refunded your payment.'),
  },
  SELL: {
    processing: t('Our partner received your USDC and is paying you.'),
    completed: t('Our partner paid you.'),
    failed: t('The payout failed. If you sent USDC, contact our partner.'),
    cancelled: t('Don’t send USDC for this order.'),
    expired: t('This order expired. Don’t send USDC for it.'),
    refunded: t('The amount was wrong or arrived too late. Our partner sent it back.'),
  },
};

/** @returns the amount, as in `96.4 USDC`; null until the partner reports it. */
export function cryptoText({ amount, decimals, symbol }: RampOrder): string | null {
  if (amount === null) return null;
  return localAmount(baseUnitsToDisplay(BigInt(amount), decimals), symbol);
}
