import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#language/t';
import { Link } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { buttonClassName } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { asSentence } from './as-sentence.ts';
import type { Attempt } from './attempt.ts';
import type { WaitingCode } from './repeat-while-preparing.ts';

interface AttemptAlertProps {
  attempt: Attempt;
  /** What was submitted. */
  what: 'payment' | 'transfer' | 'shield' | 'unshield';
}

/**
 * Shows why a request failed, as a red 'Error:' (§2 Modals), and whether anything may have been sent. A cancellation
 * by the user, and a wait before the request, are neutral messages. It is scrolled into view.
 */
export function AttemptAlert({ attempt, what }: AttemptAlertProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt.at !== 'idle') ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [attempt]);
  if (attempt.at === 'idle' || (attempt.at === 'sending' && attempt.waitsFor === undefined)) {
    return null;
  }
  return (
    <div ref={ref}>
      <Message {...{ attempt, what }} />
    </div>
  );
}

function Message({ attempt, what }: AttemptAlertProps) {
  if (attempt.at === 'cancelled') return <Announced>{attempt.message}</Announced>;
  if (attempt.at === 'sending' && attempt.waitsFor !== undefined) {
    return <Announced>{waitSentence(attempt.waitsFor, what)}</Announced>;
  }
  if (attempt.at === 'refused') {
    return (
      <Notice
        tone="bad"
        isAlert
        title={t('Error:')}
        action={attempt.isHeld ? <SecurityLink /> : undefined}
      >
        {attempt.message}
      </Notice>
    );
  }
  if (attempt.at !== 'unknown') return null;
  return (
    <Notice tone="bad" isAlert title={t('Error:')}>
      {t(
        '{message} We don’t know yet whether your {operation, select, shield {shield} unshield {unshield} transfer {transfer} other {payment}} was sent. You can try again without paying twice.',
        { message: asSentence(attempt.message), operation: what },
      )}
    </Notice>
  );
}

function SecurityLink() {
  return (
    <Link className={buttonClassName({ size: 'sm' })} to={paths.security}>
      {t('Security')}
    </Link>
  );
}

function waitSentence(code: WaitingCode, operation: AttemptAlertProps['what']): string {
  switch (code) {
    case 'private-not-ready':
      return t(
        'We’re still preparing your private balance. Keep this open, and we’ll submit your {operation, select, shield {shield} unshield {unshield} transfer {transfer} other {payment}} as soon as it’s ready.',
        { operation },
      );
    case 'reconciling':
      return t(
        'We’re checking your recent payments first, which can take a few minutes. Keep this open, and we’ll submit your {operation, select, shield {shield} unshield {unshield} transfer {transfer} other {payment}} right after that.',
        { operation },
      );
  }
}

/** Announced to screen readers, but not as an error. */
function Announced({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <Notice>{children}</Notice>
    </div>
  );
}
