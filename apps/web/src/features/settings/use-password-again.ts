import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-result.ts';

/** What a password that is asked for again was answered with. */
export interface PasswordAgain {
  readonly formId: string;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  /** Seconds until it may be tried again; 0 when it may. */
  readonly secondsToWait: number;
  readonly handleSubmit: (event: FormEvent) => void;
}

/**
 * A person proves again to be the one who signed in. The password is forgotten as soon as it was right.
 * @param ask tries it; null is yes.
 */
export function usePasswordAgain(
  ask: (password: string) => Promise<ApiError | null>,
): PasswordAgain {
  const formId = useId();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const isUnderWay = useRef(false);
  const { secondsToWait, waitFor } = useWait();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isUnderWay.current || secondsToWait > 0) return;
    isUnderWay.current = true;
    setIsBusy(true);
    const refusal = await ask(password);
    isUnderWay.current = false;
    setIsBusy(false);
    setError(refusal);
    if (refusal === null) setPassword('');
    else if (refusal.retryAfter && refusal.code !== 'export-locked') waitFor(refusal.retryAfter);
  }

  function changePassword(next: string) {
    setPassword(next);
    if (error?.code === 'password-wrong') setError(null);
  }

  return {
    formId,
    password,
    setPassword: changePassword,
    isBusy,
    error,
    secondsToWait,
    handleSubmit,
  };
}

/** Counts down by the clock, so that it is right after the page was out of sight. */
function useWait() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const isWaiting = until > now;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  function waitFor(seconds: number) {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1_000);
  }
  return { secondsToWait: Math.max(0, Math.ceil((until - now) / 1_000)), waitFor };
}
