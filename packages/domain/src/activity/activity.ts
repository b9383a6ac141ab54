/** What a movement was. `swap`, `approve`, `ramp` and `nonce-fill` touch public balances only, `internal-transfer` private ones. */
export const ACTIVITY_TYPES = [
  'send',
  'receive',
  'shield',
  'unshield',
  'internal-transfer',
  'swap',
  'approve',
  'ramp',
  'nonce-fill',
  'other',
] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Whether a balance grew; `none` when nothing moved in it. */
export type Direction = 'in' | 'out' | 'none';
