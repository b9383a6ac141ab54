import { isRequested } from '#domain/operation/operation';
import type { ServerEvent } from '#wire/events';
import type { Changes } from '../ports/changes.ts';

/** A subscriber to events: a session and its user's wallet. */
export interface EventListener {
  readonly userId: string;
  readonly sessionId: string;
  readonly publicAddress: string;
  notify(event: ServerEvent): void;
}

/** Forwards the changes of all processes to this process's listeners that they concern. */
export interface EventHub {
  /**
   * Immediately notifies `listener` to read everything again, and from then on of what concerns it.
   * @returns how to stop; null when the user already has too many listeners
   */
  listen(listener: EventListener): (() => void) | null;
}

/** A browser has one connection, however many tabs; no user has this many browsers. */
const MOST_PER_USER = 20;

/** @returns a hub that follows the changes; its cost depends on whom a change concerns, not on how many listen. */
export function createEventHub(changes: Changes): EventHub {
  const byUser = new Map<string, Set<EventListener>>();
  const byAddress = new Map<string, Set<EventListener>>();
  const bySession = new Map<string, Set<EventListener>>();

  changes.onOperation(({ operationId, userId, kind, chainId, status, account, recipient }) => {
    // No user requested it, and it changes no balance.
    if (kind === 'consolidation') return;
    if (isRequested(kind)) {
      const progress = { type: 'operation-progressed', operationId, chainId, status } as const;
      notifyAll(byUser.get(userId), progress);
    }
    for (const address of new Set<string>([account, recipient])) {
      notifyAll(byAddress.get(address), { type: 'coins-changed', chainId });
      notifyAll(byAddress.get(address), { type: 'history-changed', chainId });
    }
  });
  changes.onMovements(({ chainId, account, isBalanceChanged, received }) => {
    const listeners = byAddress.get(account);
    if (listeners === undefined) return;
    if (isBalanceChanged) notifyAll(listeners, { type: 'coins-changed', chainId });
    notifyAll(listeners, { type: 'history-changed', chainId });
    for (const payment of received) {
      notifyAll(listeners, { type: 'deposit-detected', chainId, ...payment });
    }
  });
  changes.onSessionEnded((sessionId) =>
    notifyAll(bySession.get(sessionId), { type: 'session-ended' }),
  );
  changes.onGap(() => {
    for (const listeners of byUser.values()) notifyAll(listeners, { type: 'resync' });
  });

  return {
    listen(listener) {
      const indexes = [
        [byUser, listener.userId],
        [byAddress, listener.publicAddress],
        [bySession, listener.sessionId],
      ] as const;
      if ((byUser.get(listener.userId)?.size ?? 0) >= MOST_PER_USER) return null;
      for (const [map, key] of indexes) map.set(key, (map.get(key) ?? new Set()).add(listener));
      listener.notify({ type: 'resync' });
      return () => {
        for (const [map, key] of indexes) remove(map, key, listener);
      };
    },
  };
}

/** Iterates over a copy, because a notified listener may stop listening. */
function notifyAll(listeners: ReadonlySet<EventListener> | undefined, event: ServerEvent): void {
  for (const listener of [...(listeners ?? [])]) listener.notify(event);
}

function remove(map: Map<string, Set<EventListener>>, key: string, listener: EventListener): void {
  const listeners = map.get(key);
  listeners?.delete(listener);
  if (listeners?.size === 0) map.delete(key);
}
