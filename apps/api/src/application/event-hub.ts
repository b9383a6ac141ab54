import type { ServerEvent } from '#wire/events';
import type { Changes } from '../ports/changes.ts';

/** Who wants to hear: a session and whose wallet it is. */
export interface EventListener {
  readonly userId: string;
  readonly sessionId: string;
  readonly publicAddress: string;
  notify(event: ServerEvent): void;
}

/** Passes the news of all processes on to those of this one whom it concerns. */
export interface EventHub {
  /**
   * Tells `listener` at once that it has to read all again, and then of what concerns it.
   * @returns how to stop; null when the user listens too often already
   */
  listen(listener: EventListener): (() => void) | null;
}

/** A browser has one connection, whatever its tabs; this many are more browsers than a person has. */
const MOST_PER_USER = 20;

/** @returns a hub that follows the news; what it costs depends on whom news concerns, not on how many listen. */
export function createEventHub(changes: Changes): EventHub {
  const byUser = new Map<string, Set<EventListener>>();
  const byAddress = new Map<string, Set<EventListener>>();
  const bySession = new Map<string, Set<EventListener>>();

  changes.onOperation(({ operationId, userId, kind, chainId, status, account, recipient }) => {
    // Nobody asked for it, and no balance is another for it.
    if (kind === 'consolidation') return;
    const progress = { type: 'operation-progressed', operationId, chainId, status } as const;
    notifyAll(byUser.get(userId), progress);
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
      const places = [
        [byUser, listener.userId],
        [byAddress, listener.publicAddress],
        [bySession, listener.sessionId],
      ] as const;
      if ((byUser.get(listener.userId)?.size ?? 0) >= MOST_PER_USER) return null;
      for (const [map, key] of places) map.set(key, (map.get(key) ?? new Set()).add(listener));
      listener.notify({ type: 'resync' });
      return () => {
        for (const [map, key] of places) remove(map, key, listener);
      };
    },
  };
}

/** A copy, because whoever is told may stop listening. */
function notifyAll(listeners: ReadonlySet<EventListener> | undefined, event: ServerEvent): void {
  for (const listener of [...(listeners ?? [])]) listener.notify(event);
}

function remove(map: Map<string, Set<EventListener>>, key: string, listener: EventListener): void {
  const listeners = map.get(key);
  listeners?.delete(listener);
  if (listeners?.size === 0) map.delete(key);
}
