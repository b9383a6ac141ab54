import type { Changes, OperationChange } from '../../ports/changes.ts';
import type { Bell } from './bell.ts';
import { OPERATION_CHANGES_CHANNEL } from './operation-record.ts';
import { PRICE_CHANGES_CHANNEL } from './prices.ts';

/** News over PostgreSQL's LISTEN and NOTIFY. @returns the port; news comes once the bell was started. */
export function createPostgresChanges(bell: Bell): Changes {
  return {
    isHeard: () => bell.isHeard(),
    onOperation: (listener) =>
      bell.on(OPERATION_CHANGES_CHANNEL, (message) => {
        const change: OperationChange = JSON.parse(message);
        listener(change);
      }),
    onPrices: (listener) => bell.on(PRICE_CHANGES_CHANNEL, () => listener()),
    onGap: (listener) => bell.onGap(listener),
  };
}
