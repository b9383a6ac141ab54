/** How long keys stay open after their last use, in minutes. 0: for one use. */
export const TIME_OUTS = [0, 5, 30] as const;
export type TimeOutMinutes = (typeof TIME_OUTS)[number];

/** A page that no one sees for this long loses the keys, whatever the time-out. */
export const HIDDEN_LIMIT_MS = 60_000;
const MINUTE_MS = 60_000;

/** What a keyring needs from around it. */
export interface Timing {
  /** Milliseconds, of a clock that also runs while the computer sleeps. */
  now(): number;
  /** Runs something later. @returns what prevents it */
  after(ms: number, run: () => void): () => void;
}

/** The open keys of one wallet. */
export interface Keyring<Keys> {
  hold(address: string, keys: Keys): void;
  /** @returns the keys while they are open for this address */
  open(
    address: string,
  ): { readonly isOpen: true; readonly keys: Keys } | { readonly isOpen: false };
  /** Whether any keys are open. */
  hasKeys(): boolean;
  /** After a signature: begins the time-out again, or ends a single use. */
  used(): void;
  lock(): void;
  timeOut(): TimeOutMinutes;
  setTimeOut(minutes: TimeOutMinutes): void;
  hidden(): void;
  shown(): void;
}

interface Held<Keys> {
  readonly address: string;
  readonly keys: Keys;
  readonly endsAt: number;
}

/** @param wipe overwrites keys that end */
export function createKeyring<Keys>(
  { now, after }: Timing,
  wipe: (keys: Keys) => void,
): Keyring<Keys> {
  let held: Held<Keys> | null = null;
  let minutes: TimeOutMinutes = 5;
  let hiddenAt: number | null = null;
  let stop = () => {};
  const end = () => {
    stop();
    if (held !== null) wipe(held.keys);
    held = null;
  };
  // Timers are late in pages that no one sees, so each use also looks at the clock.
  const endIfDue = () => {
    const isHiddenTooLong = hiddenAt !== null && now() >= hiddenAt + HIDDEN_LIMIT_MS;
    if (isHiddenTooLong || (held !== null && now() >= held.endsAt)) end();
  };
  const watch = () => {
    stop();
    if (held === null) return;
    const hiddenEnd = hiddenAt === null ? held.endsAt : hiddenAt + HIDDEN_LIMIT_MS;
    stop = after(Math.max(0, Math.min(held.endsAt, hiddenEnd) - now()), endIfDue);
  };
  // For a single use, what was opened still has to be confirmed: a minute is enough for that.
  const span = () => Math.max(1, minutes) * MINUTE_MS;
  return {
    hold(address, keys) {
      end();
      held = { address, keys, endsAt: now() + span() };
      watch();
    },
    open(address) {
      endIfDue();
      if (held === null || held.address !== address) return { isOpen: false };
      return { isOpen: true, keys: held.keys };
    },
    hasKeys() {
      endIfDue();
      return held !== null;
    },
    used() {
      if (minutes === 0) return end();
      if (held !== null) held = { ...held, endsAt: now() + span() };
      watch();
    },
    lock: end,
    timeOut: () => minutes,
    setTimeOut(chosen) {
      minutes = chosen;
      end();
    },
    hidden() {
      hiddenAt ??= now();
      watch();
    },
    shown() {
      endIfDue();
      hiddenAt = null;
      watch();
    },
  };
}
