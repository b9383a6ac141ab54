import { useCallback, useEffect, useRef, useState } from 'react';
import { createIdleClock, type IdleClock } from './idle-clock.ts';
import type { IdleState } from './idle-state.ts';

const CHANNEL_NAME = 'kax-idle';
/** §9 Idle timer check interval. */
const CHECK_EVERY_MS = 1_000;

/** The events that show that the user is active (§4 Idle timer). */
const ACTIVITY_EVENTS = [
  'mousemove',
  'mousedown',
  'keydown',
  'scroll',
  'wheel',
  'touchstart',
  'touchmove',
  'click',
] as const;

/** Events on return to the tab: the machine may have slept, so check before the user sees or clicks anything. */
const RETURN_EVENTS = ['visibilitychange', 'pageshow', 'focus'] as const;

interface IdleCallbacks {
  /** The server does not know of the latest activity yet. */
  readonly onNotify: () => void;
  /** The time is up; called once. */
  readonly onOver: () => void;
  /** The clock unmounts after the time was up: another tab has signed out. */
  readonly onSignedOutElsewhere: () => void;
}

/** Runs the clock while mounted: one interval, and listeners that only record the time. */
export function useIdleClock(callbacks: IdleCallbacks) {
  const [state, setState] = useState<IdleState>({ at: 'active' });
  const clockRef = useRef<IdleClock | null>(null);
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });

  const check = useCallback(() => {
    const clock = clockRef.current;
    if (!clock) return;
    if (clock.takeDueNotification()) latest.current.onNotify();
    const now = clock.state();
    setState((before) => (isSame(before, now) ? before : now));
  }, []);

  useEffect(() => {
    const clock = createIdleClock({ channel: openChannel(), now: Date.now });
    clockRef.current = clock;
    const stopListening = listen(() => clock.note(), check);
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
      stopListening();
      if (clock.isUp()) latest.current.onSignedOutElsewhere();
      clock.stop();
    };
  }, [check]);

  const isOver = state.at === 'over';
  useEffect(() => {
    if (isOver) latest.current.onOver();
  }, [isOver]);

  const stay = useCallback(() => {
    if (clockRef.current?.stay()) latest.current.onNotify();
    check();
  }, [check]);

  return { state, stay };
}

function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL_NAME);
}

function listen(onSign: () => void, onMoment: () => void): () => void {
  const options = { capture: true, passive: true };
  for (const name of ACTIVITY_EVENTS) window.addEventListener(name, onSign, options);
  for (const name of RETURN_EVENTS) window.addEventListener(name, onMoment, options);
  return () => {
    for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, onSign, options);
    for (const name of RETURN_EVENTS) window.removeEventListener(name, onMoment, options);
  };
}

function isSame(one: IdleState, other: IdleState): boolean {
  if (one.at === 'warning' && other.at === 'warning') return one.secondsLeft === other.secondsLeft;
  return one.at === other.at;
}
