import type { Changes, MovementChange, OperationChange } from '../../ports/changes.ts';
import type { Bell } from './bell.ts';
import { CHAIN_LOOKS_CHANNEL, MOVEMENT_CHANGES_CHANNEL } from './movement-news.ts';
import { OPERATION_CHANGES_CHANNEL } from './operation-record.ts';
import { PRICE_CHANGES_CHANNEL } from './prices.ts';
import { SESSION_ENDS_CHANNEL } from './session-ends.ts';

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
    onMovements: (listener) =>
      bell.on(MOVEMENT_CHANGES_CHANNEL, (message) => {
        const change: MovementChange = JSON.parse(message);
        listener(change);
      }),
    onLook: (listener) =>
      bell.on(CHAIN_LOOKS_CHANNEL, (message) => listener(Number.parseInt(message, 10))),
    onSessionEnded: (listener) => bell.on(SESSION_ENDS_CHANNEL, listener),
    onGap: (listener) => bell.onGap(listener),
  };
}
