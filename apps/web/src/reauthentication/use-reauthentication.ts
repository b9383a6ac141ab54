import { useState } from 'react';
import type { ApiError } from '../lib/api-result.ts';
import { type Submission, type SubmissionOptions, useSubmission } from './use-submission.ts';

/** The password form shown before a sensitive action, and its last result. */
export interface Reauthentication extends Submission {
  readonly password: string;
  readonly setPassword: (password: string) => void;
}

/**
 * Requires the password again before a sensitive action. The password is cleared once it is accepted.
 * @param submit sends the password; null means it was accepted.
 */
export function useReauthentication(
  submit: (password: string) => Promise<ApiError | null>,
  options: SubmissionOptions = {},
): Reauthentication {
  const [password, setPassword] = useState('');
  const submission = useSubmission(async () => {
    const refusal = await submit(password);
    if (refusal === null) setPassword('');
    return refusal;
  }, options);

  function changePassword(next: string) {
    setPassword(next);
    if (submission.error?.code === 'password-wrong') submission.clearError();
  }

  return { ...submission, password, setPassword: changePassword };
}
