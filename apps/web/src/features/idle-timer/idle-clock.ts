import { type IdleState, idleStateAt } from './idle-state.ts';

/** A message between tabs of one browser; never stored. */
type TabMessage = { readonly says: 'ask' } | { readonly says: 'active'; readonly at: number };

/** The part of a BroadcastChannel that the clock uses. */
export interface TabChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

interface IdleClockOptions {
  /** Null when the browser does not support it; the tab then keeps its own time. */
  readonly channel: TabChannel | null;
  /** ms since 1970. */
  readonly now: () => number;
}

/** Activity within this time of the last is not recorded again. */
const THROTTLE_MS = 1_000;
/** How long to wait for other tabs to respond, when a tab is new or finds that the time is up. */
const REQUEST_FOR_MS = 300;
/** Minimum time between two notifications of activity to the server. */
const NOTIFY_EVERY_MS = 60_000;
/** The server records activity at this granularity; anything more recent is sent again. */
const SERVER_GRAIN_MS = 30_000;

export type IdleClock = ReturnType<typeof createIdleClock>;

/**
 * One idle clock for all tabs: each knows the last activity in any of them. It starts no timer; the caller polls it.
 * A new tab queries the others first, so that opening it does not close a warning shown elsewhere. So does a tab that
 * finds the time is up: the browser may have frozen it, so that it receives missed messages only now.
 */
export function createIdleClock({ channel, now }: IdleClockOptions) {
  const startedAt = now();
  let lastActiveAt: number | null = null;
  /** Last activity in this tab; the other tabs notify the server of theirs. */
  let ownActiveAt = startedAt;
  let notifiedAt = startedAt;
  /** When this tab found that the time is up; null until then. */
  let upSince: number | null = null;

  if (channel) {
    channel.onmessage = ({ data }) => receive(data);
    channel.postMessage({ says: 'ask' } satisfies TabMessage);
  }

  function receive(message: unknown): void {
    if (!isTabMessage(message)) return;
    if (message.says === 'active') lastActiveAt = Math.max(lastActiveAt ?? 0, message.at);
    else if (lastActiveAt !== null) broadcast(lastActiveAt);
  }

  function broadcast(at: number): void {
    channel?.postMessage({ says: 'active', at } satisfies TabMessage);
  }

  function setActive(at: number): void {
    lastActiveAt = at;
    ownActiveAt = at;
    broadcast(at);
  }

  function state(): IdleState {
    if (lastActiveAt === null && now() - startedAt >= REQUEST_FOR_MS) setActive(startedAt);
    const idleState = idleStateAt(lastActiveAt ?? startedAt, now());
    if (idleState.at !== 'over') {
      upSince = null;
      return idleState;
    }
    if (upSince === null) {
      upSince = now();
      channel?.postMessage({ says: 'ask' } satisfies TabMessage);
    }
    const isConfirmed = channel === null || now() - upSince >= REQUEST_FOR_MS;
    return isConfirmed ? idleState : { at: 'warning', secondsLeft: 0 };
  }

  /** Whether the time is up as far as this tab knows, without asking the others. */
  function isUp(): boolean {
    return idleStateAt(lastActiveAt ?? startedAt, now()).at === 'over';
  }

  return {
    state,
    isUp,
    /** A mouse, key, scroll, touch or click event; does nothing while the warning shows (§4). */
    note(): void {
      const isKnown = state().at === 'active' && lastActiveAt !== null;
      if (isKnown && now() - (lastActiveAt ?? 0) >= THROTTLE_MS) setActive(now());
    },
    /** 'Stay Logged In'. @returns false when it is too late. */
    stay(): boolean {
      if (isUp()) return false;
      setActive(now());
      notifiedAt = now();
      return true;
    },
    /** @returns true when the server should be notified of new activity. Marks the notification as sent. */
    takeDueNotification(): boolean {
      if (state().at !== 'active' || now() - notifiedAt < NOTIFY_EVERY_MS) return false;
      if (ownActiveAt <= notifiedAt - SERVER_GRAIN_MS) return false;
      notifiedAt = now();
      return true;
    },
    stop: () => channel?.close(),
  };
}

function isTabMessage(message: unknown): message is TabMessage {
  if (typeof message !== 'object' || message === null || !('says' in message)) return false;
  if (message.says === 'ask') return true;
  return message.says === 'active' && 'at' in message && typeof message.at === 'number';
}
