import { type IdleState, idleStateAt } from './idle-state.ts';

/** What the tabs of one browser send each other; nothing of it is stored. */
type TabMessage = { readonly says: 'ask' } | { readonly says: 'active'; readonly at: number };

/** The part of a BroadcastChannel that the clock uses. */
export interface TabChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

interface IdleClockOptions {
  /** Null where the browser has none; the tab then keeps time alone. */
  readonly channel: TabChannel | null;
  /** ms since 1970. */
  readonly now: () => number;
}

/** Signs of life closer together than this are one. */
const THROTTLE_MS = 1_000;
/** How long the other tabs have to respond: to a new one, and to one that finds the time to be up. */
const REQUEST_FOR_MS = 300;
/** Once the server was notified that someone is here, it is not notified again before this is over. */
const NOTIFY_EVERY_MS = 60_000;
/** The server writes down activity this coarsely; what is younger than that is announced once more. */
const SERVER_GRAIN_MS = 30_000;

export type IdleClock = ReturnType<typeof createIdleClock>;

/**
 * One clock for all tabs: each knows the last sign of life in any of them. It starts no timer; its caller polls it.
 * A new tab queries the others first, so that opening one does not end a warning that is shown elsewhere. So does
 * one that finds the time to be up: a browser may have frozen it, and what it missed comes only now.
 */
export function createIdleClock({ channel, now }: IdleClockOptions) {
  const startedAt = now();
  let lastActiveAt: number | null = null;
  /** In this tab; the others notify the server of theirs. */
  let ownActiveAt = startedAt;
  let notifiedAt = startedAt;
  /** When the time was found to be up; null while it is not. */
  let upSince: number | null = null;

  if (channel) {
    channel.onmessage = ({ data }) => hear(data);
    channel.postMessage({ says: 'ask' } satisfies TabMessage);
  }

  function hear(message: unknown): void {
    if (!isTabMessage(message)) return;
    if (message.says === 'active') lastActiveAt = Math.max(lastActiveAt ?? 0, message.at);
    else if (lastActiveAt !== null) say(lastActiveAt);
  }

  function say(at: number): void {
    channel?.postMessage({ says: 'active', at } satisfies TabMessage);
  }

  function setActive(at: number): void {
    lastActiveAt = at;
    ownActiveAt = at;
    say(at);
  }

  function state(): IdleState {
    if (lastActiveAt === null && now() - startedAt >= REQUEST_FOR_MS) setActive(startedAt);
    const judged = idleStateAt(lastActiveAt ?? startedAt, now());
    if (judged.at !== 'over') {
      upSince = null;
      return judged;
    }
    if (upSince === null) {
      upSince = now();
      channel?.postMessage({ says: 'ask' } satisfies TabMessage);
    }
    const isCertain = channel === null || now() - upSince >= REQUEST_FOR_MS;
    return isCertain ? judged : { at: 'warning', secondsLeft: 0 };
  }

  /** Whether the time is up, as far as this tab knows by itself. */
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
    /** 'Stay Logged In'. @returns false when it came too late. */
    stay(): boolean {
      if (isUp()) return false;
      setActive(now());
      notifiedAt = now();
      return true;
    },
    /** @returns whether the server should be notified of activity it does not know of; then it counts as sent. */
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
