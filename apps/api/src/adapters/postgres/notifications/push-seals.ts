import type { PushSubscription } from '../../../ports/push-subscriptions.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';

/** @returns what the seal of a subscription covers */
export function subscriptionContent({
  sessionId,
  userId,
  endpoint,
}: PushSubscription): Parameters<RowSeals['seal']> {
  return [{ table: 'push_subscriptions', id: sessionId, owner: userId, counter: 0 }, [endpoint]];
}
