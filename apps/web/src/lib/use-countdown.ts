import { useEffect, useState } from 'react';

const STEP_MS = 250;

/** Counts whole seconds down to 0. Based on the clock, so it is correct right after the computer slept. */
export function useCountdown(initialSeconds: number) {
  const [now, setNow] = useState(() => Date.now());
  const [endsAt, setEndsAt] = useState(() => endOf(initialSeconds, now));
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1_000));
  const isRunning = secondsLeft > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, [isRunning]);

  function start(seconds: number) {
    const begin = Date.now();
    setNow(begin);
    setEndsAt(endOf(seconds, begin));
  }

  return { secondsLeft, start };
}

function endOf(seconds: number, begin: number): number {
  return begin + seconds * 1_000;
}
