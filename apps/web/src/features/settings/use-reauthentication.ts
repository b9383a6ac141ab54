import { type FormEvent, useId, useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-result.ts';
import { useCountdown } from '../../lib/use-countdown.ts';

/** The password form shown before a sensitive action, and its last result. */
export interface Reauthentication {
  readonly formId: string;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  /** Seconds until the next attempt is allowed; 0 when it is. */
  readonly secondsToWait: number;
  readonly handleSubmit: (event: FormEvent) => void;
}

/** Their sentences say when to try again. */
const SAYS_WHEN: ReadonlySet<ApiError['code']> = new Set(['export-locked', 'private-not-ready']);

/**
 * Requires the password again before a sensitive action. The password is cleared once it is accepted.
 * @param submit sends the password; null means it was accepted.
 */
export function useReauthentication(
  submit: (password: string) => Promise<ApiError | null>,
): Reauthentication {
  const formId = useId();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const isRunning = useRef(false);
  const { secondsLeft: secondsToWait, start: waitFor } = useCountdown(0);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isRunning.current || secondsToWait > 0) return;
    isRunning.current = true;
    setIsBusy(true);
    const refusal = await submit(password);
    isRunning.current = false;
    setIsBusy(false);
    setError(refusal);
    if (refusal === null) setPassword('');
    else if (refusal.retryAfter && !SAYS_WHEN.has(refusal.code)) waitFor(refusal.retryAfter);
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
