import type { paidRecipients } from '#wire/wallet/paid-recipients';
import type { Handler } from '../../application/call.ts';
import type { Operations } from '../../ports/operations.ts';

export interface PaidRecipientsPorts {
  readonly operations: Pick<Operations, 'paidRecipients'>;
}

const MOST_RECIPIENTS = 500;

/** Returns whom the user paid, most recently paid first. */
export function createPaidRecipients({
  operations,
}: PaidRecipientsPorts): Handler<typeof paidRecipients> {
  return async ({ session }) => {
    const paid = await operations.paidRecipients(session, MOST_RECIPIENTS);
    return { data: paid.map((each) => ({ ...each, lastPaidAt: each.lastPaidAt.toISOString() })) };
  };
}
