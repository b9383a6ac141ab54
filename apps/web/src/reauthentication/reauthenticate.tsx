import { t } from '#language/t';
import './reauthentication.css';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiError } from '../lib/api-result.ts';
import { useUser } from '../state/auth-session.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { useErrorInView } from '../ui/use-error-in-view.ts';
import { errorText } from './refusal-text.ts';
import { SubmissionAlert, useChangedAt } from './submission-alert.tsx';
import type { Reauthentication } from './use-reauthentication.ts';

interface ReauthenticationFormProps {
  form: Reauthentication;
  /** Other required inputs, shown above the password. */
  children?: ReactNode;
  /** Errors that one of those inputs shows. */
  shownAbove?: readonly ApiError['code'][];
  /** A link that helps resolve the error, if there is one. */
  errorAction?: ReactNode;
}

/** The password field and its error. */
export function ReauthenticationForm(props: ReauthenticationFormProps) {
  const { form, children, shownAbove = [], errorAction } = props;
  const { email } = useUser();
  const { error, secondsToWait } = form;
  const fieldRef = useRef<HTMLInputElement>(null);
  const isWrong = error?.code === 'password-wrong';
  const refusedAt = useChangedAt(error);
  const formRef = useErrorInView(error);
  useEffect(() => {
    if (isWrong) fieldRef.current?.select();
  }, [isWrong]);

  return (
    <form className="reauthentication" id={form.formId} ref={formRef} onSubmit={form.handleSubmit}>
      {children}
      {/* Tells password managers which account this password is for. */}
      <input
        className="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        tabIndex={-1}
        aria-hidden="true"
        readOnly
        value={email}
      />
      <PasswordField
        label={t('Your password')}
        name="password"
        autoComplete="current-password"
        required
        ref={fieldRef}
        value={form.password}
        error={isWrong ? errorText(error, { now: refusedAt, secondsToWait }) : null}
        onChange={(event) => form.setPassword(event.target.value)}
      />
      <SubmissionAlert
        form={form}
        except={['password-wrong', ...shownAbove]}
        action={errorAction}
      />
    </form>
  );
}
