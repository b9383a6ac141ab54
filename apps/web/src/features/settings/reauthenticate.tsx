import './settings-modal.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useUser } from '../../state/auth-session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { refusalText } from './refusal-text.ts';
import type { Reauthentication } from './use-reauthentication.ts';

interface ReauthenticationFormProps {
  form: Reauthentication;
  /** What has to be entered besides the password, above it. */
  children?: ReactNode;
  /** A way on, where a refusal has one. */
  wayOn?: ReactNode;
}

/** The password field, and why the password was refused. */
export function ReauthenticationForm({ form, children, wayOn }: ReauthenticationFormProps) {
  const { email } = useUser();
  const { error, secondsToWait } = form;
  const fieldRef = useRef<HTMLInputElement>(null);
  const isWrong = error?.code === 'password-wrong';
  const refusedAt = useMomentOf(error);
  useEffect(() => {
    if (isWrong) fieldRef.current?.select();
  }, [isWrong]);

  return (
    <form className="reauthentication" id={form.formId} onSubmit={form.handleSubmit}>
      {children}
      {/* A password manager then knows whose password it is. */}
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
        error={isWrong ? refusalText(error, { now: refusedAt, secondsToWait }) : null}
        onChange={(event) => form.setPassword(event.target.value)}
      />
      {error && !isWrong ? (
        <Notice tone="bad" isAlert action={wayOn}>
          {refusalText(error, { now: refusedAt, secondsToWait })}
        </Notice>
      ) : null}
    </form>
  );
}

interface ReauthenticationFooterProps {
  form: Reauthentication;
  label: string;
  busyLabel: string;
  isDanger?: boolean;
  /** Something else is missing still. */
  isDisabled?: boolean;
  onClose: () => void;
}

/** Cancel, and the button that sends the password. */
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

/** When something came to be known, ms since 1970. */
function useMomentOf(value: unknown): number {
  const [known, setKnown] = useState({ value, at: Date.now() });
  if (known.value !== value) setKnown({ value, at: Date.now() });
  return known.at;
}
