/** The direction of an order: users buy USDC, or sell it. */
export const RAMP_SIDES = ['BUY', 'SELL'] as const;

export type RampSide = (typeof RAMP_SIDES)[number];

/** The life of an order at the payment partner. Final: completed, failed, cancelled, expired, refunded. */
export const RAMP_STATUSES = [
  'awaiting-payment',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'refunded',
] as const;

export type RampStatus = (typeof RAMP_STATUSES)[number];

/** The label of each status. */
export const wordByRampStatus: Readonly<Record<RampStatus, string>> = {
  'awaiting-payment': 'Waiting',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
};

/** True while the partner may still advance it. */
export function isRampOpen(status: RampStatus): boolean {
  return status === 'awaiting-payment' || status === 'processing';
}
