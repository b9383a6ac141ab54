import './settings-modal.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useUser } from '../../state/auth-session.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useErrorInView } from '../../ui/use-error-in-view.ts';
import { errorText } from './refusal-text.ts';
import type { Reauthentication } from './use-reauthentication.ts';

interface ReauthenticationFormProps {
  form: Reauthentication;
  /** Other required inputs, shown above the password. */
  children?: ReactNode;
  /** A link that helps resolve the error, if there is one. */
  errorAction?: ReactNode;
}

/** The password field and its error. */
export function ReauthenticationForm({ form, children, errorAction }: ReauthenticationFormProps) {
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
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        ref={fieldRef}
        value={form.password}
        error={isWrong ? errorText(error, { now: refusedAt, secondsToWait }) : null}
        onChange={(event) => form.setPassword(event.target.value)}
      />
      {error && !isWrong ? (
        <FormAlert action={errorAction}>
          {errorText(error, { now: refusedAt, secondsToWait })}
        </FormAlert>
      ) : null}
    </form>
  );
}

interface ReauthenticationFooterProps {
  form: Reauthentication;
  label: string;
  busyLabel: string;
  isDanger?: boolean;
  /** Another required input is still missing. */
  isDisabled?: boolean;
  onClose: () => void;
}

/** The Cancel button and the submit button. */
export function ReauthenticationFooter(props: ReauthenticationFooterProps) {
  const { form, label, busyLabel, isDanger = false, isDisabled = false, onClose } = props;
  return (
    <>
      <Button size="lg" onClick={onClose}>
        Cancel
      </Button>
      <Button
        size="lg"
        type="submit"
        form={form.formId}
        variant={isDanger ? 'danger-filled' : 'filled'}
        isBusy={form.isBusy}
        busyLabel={busyLabel}
        disabled={isDisabled || form.secondsToWait > 0}
      >
        {label}
      </Button>
    </>
  );
}

/** When the value last changed, ms since 1970. */
function useChangedAt(value: unknown): number {
  const [known, setKnown] = useState({ value, at: Date.now() });
  if (known.value !== value) setKnown({ value, at: Date.now() });
  return known.at;
}
