import { useEffect, useState } from 'react';

const STEP_MS = 250;

/** Counts whole seconds down to 0. It goes by the clock, so that a page that slept is right at once. */
export function useCountdown(secondsAtFirst: number) {
  const [endsAt, setEndsAt] = useState(() => endOf(secondsAtFirst));
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1_000));
  const isRunning = secondsLeft > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, [isRunning]);

  function start(seconds: number) {
    setNow(Date.now());
    setEndsAt(endOf(seconds));
  }

  return { secondsLeft, start };
}

function endOf(seconds: number): number {
  return Date.now() + seconds * 1_000;
}
