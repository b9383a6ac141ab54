import { type ReactNode, useState } from 'react';
import type { ApiError } from '../lib/api-result.ts';
import { FormAlert } from '../ui/form-alert.tsx';
import { errorText } from './refusal-text.ts';
import type { Submission } from './use-submission.ts';

interface SubmissionAlertProps {
  form: Pick<Submission, 'error' | 'secondsToWait'>;
  /** Errors that a field shows. */
  except?: readonly ApiError['code'][];
  /** A link that helps resolve the error, if there is one. */
  action?: ReactNode;
}

/** Why a form was refused, unless a field says so. */
export function SubmissionAlert({ form, except = [], action }: SubmissionAlertProps) {
  const { error, secondsToWait } = form;
  const refusedAt = useChangedAt(error);
  if (error === null || except.includes(error.code)) return null;
  return (
    <FormAlert action={action}>{errorText(error, { now: refusedAt, secondsToWait })}</FormAlert>
  );
}

/** When the value last changed, ms since 1970. */
export function useChangedAt(value: unknown): number {
  const [known, setKnown] = useState({ value, at: Date.now() });
  if (known.value !== value) setKnown({ value, at: Date.now() });
  return known.at;
}
