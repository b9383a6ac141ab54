import { type FormEvent, useId, useRef, useState } from 'react';
import { t } from '#language/t';
import type { ApiError } from '../lib/api-result.ts';
import { useCountdown } from '../lib/use-countdown.ts';

/** A form of a dialog that is sent one request at a time, and its last result. */
export interface Submission {
  readonly formId: string;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  /** Seconds until the next attempt is allowed; 0 when it is. */
  readonly secondsToWait: number;
  readonly clearError: () => void;
  readonly submit: () => Promise<void>;
  readonly handleSubmit: (event: FormEvent) => void;
}

/** Their sentences say when to try again. */
const SAYS_WHEN: ReadonlySet<ApiError['code']> = new Set(['export-locked', 'private-not-ready']);

/** Nothing was sent, and no error is shown: fields say what is missing, or the user closed a prompt. */
export const NOT_SENT: ApiError = {
  code: 'aborted',
  message: t('Nothing was sent.'),
  status: null,
};

export interface SubmissionOptions {
  /** May be sent again after it was accepted. Others are over then: a second press while a dialog closes does nothing. */
  readonly isRepeatable?: boolean;
}

/** @param send sends the form; null means it was accepted. An `aborted` request shows no error */
export function useSubmission(
  send: () => Promise<ApiError | null>,
  { isRepeatable = false }: SubmissionOptions = {},
): Submission {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const isRunning = useRef(false);
  const { secondsLeft: secondsToWait, start: waitFor } = useCountdown(0);

  async function submit() {
    if (isRunning.current || secondsToWait > 0) return;
    isRunning.current = true;
    setIsBusy(true);
    const refusal = await send();
    isRunning.current = refusal === null && !isRepeatable;
    setIsBusy(false);
    setError(refusal?.code === 'aborted' ? null : refusal);
    if (refusal?.retryAfter && !SAYS_WHEN.has(refusal.code)) waitFor(refusal.retryAfter);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  const clearError = () => setError(null);
  return { formId, isBusy, error, secondsToWait, clearError, submit, handleSubmit };
}
