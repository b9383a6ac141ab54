/** The life of a money command. Terminal: confirmed, reverted, failed, replaced. */
export const OPERATION_STATUSES = [
  'created',
  'prepared',
  'needs_unlock',
  'signed',
  'broadcast',
  'mined',
  'confirmed',
  'reverted',
  'failed',
  'replaced',
] as const;

export type OperationStatus = (typeof OPERATION_STATUSES)[number];
