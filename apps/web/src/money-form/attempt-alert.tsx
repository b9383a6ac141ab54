import { Notice } from '../ui/notice.tsx';
import { asSentence } from './as-sentence.ts';
import type { Attempt } from './attempt.ts';

interface AttemptAlertProps {
  attempt: Attempt;
  /** What was tried, as in `payment`. */
  what: string;
}

/**
 * Why a command was not accepted, as a red 'Error:' (§2 Modals), and whether anything may have gone out; calmly where
 * the user cancelled it.
 */
export function AttemptAlert({ attempt, what }: AttemptAlertProps) {
  if (attempt.at === 'cancelled') return <Cancelled>{attempt.message}</Cancelled>;
  if (attempt.at === 'refused') {
    return (
      <Notice tone="bad" isAlert title="Error:">
        {attempt.message}
      </Notice>
    );
  }
  if (attempt.at !== 'unknown') return null;
  return (
    <Notice tone="bad" isAlert title="Error:">
      {asSentence(attempt.message)} We don’t know yet whether your {what} was sent. You can try
      again without paying twice.
    </Notice>
  );
}

/** Read out, but nothing went wrong. */
function Cancelled({ children }: { children: string }) {
  return (
    <div role="status">
      <Notice>{children}</Notice>
    </div>
  );
}
