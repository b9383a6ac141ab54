import type { Changes, MovementChange, OperationChange } from '../../ports/changes.ts';
import { SESSION_ENDS_CHANNEL } from './accounts/session-ends.ts';
import type { NotificationListener } from './connection/notification-listener.ts';
import { PRICE_CHANGES_CHANNEL } from './exchange/prices.ts';
import { CHAIN_LOOKS_CHANNEL, MOVEMENT_CHANGES_CHANNEL } from './history/movement-notifications.ts';
import { OPERATION_CHANGES_CHANNEL } from './operations/operation-record.ts';

/** Notifications over PostgreSQL's LISTEN and NOTIFY. @returns the port; they arrive once the listener was started. */
export function createPostgresChanges(notificationListener: NotificationListener): Changes {
  return {
    isConnected: () => notificationListener.isConnected(),
    onOperation: (listener) =>
      notificationListener.on(OPERATION_CHANGES_CHANNEL, (message) => {
        const change: OperationChange = JSON.parse(message);
        listener(change);
      }),
    onPrices: (listener) => notificationListener.on(PRICE_CHANGES_CHANNEL, () => listener()),
    onMovements: (listener) =>
      notificationListener.on(MOVEMENT_CHANGES_CHANNEL, (message) => {
        const change: MovementChange = JSON.parse(message);
        listener(change);
      }),
    onLook: (listener) =>
      notificationListener.on(CHAIN_LOOKS_CHANNEL, (message) =>
        listener(Number.parseInt(message, 10)),
      ),
    onSessionEnded: (listener) => notificationListener.on(SESSION_ENDS_CHANNEL, listener),
    onGap: (listener) => notificationListener.onGap(listener),
  };
}
