import { t } from '#language/t';
import './change-password-form.css';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { strengthOf } from '#domain/password/password-rules';
import { useNavigate } from '../../lib/navigation/navigation.tsx';
import { newPasswordGuide } from '../../lib/password-guide.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../state/auth-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmPasswordField } from '../../ui/confirm-password-field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { FormIntro } from '../../ui/form-intro.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SuccessModal } from '../../ui/success-modal.tsx';
import { useErrorInView } from '../../ui/use-error-in-view.ts';
import { canSubmit, type Draft, type FormError } from './password-change.ts';
import { usePasswordChange } from './use-password-change.ts';

/** Changes the password of the signed-in user (§2 Change password). */
export function ChangePasswordForm() {
  const { email } = useUser();
  const { draft, isBusy, isDone, error, edit, submit, startAgain } = usePasswordChange();
  const formRef = useErrorInView(error);
  const navigate = useNavigate();
  useRestoreFocus(formRef, isDone);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  return (
    <div className="change-password">
      <FormIntro title={t('Reset your password')}>
        {t('You’ll need the new password from your next login on every device.')}
      </FormIntro>
      <Card className="change-password__card">
        <form ref={formRef} aria-label={t('Change password')} onSubmit={handleSubmit}>
          {/* Tells password managers which account this password is for. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <Passwords draft={draft} error={error} onEdit={edit} />
          {error?.field === null ? <FormAlert>{error.message}</FormAlert> : null}
          <Button
            type="submit"
            variant="filled"
            size="lg"
            isWide
            disabled={!canSubmit(draft)}
            isBusy={isBusy}
            busyLabel={t('Updating...')}
          >
            {t('Update Password')}
          </Button>
        </form>
      </Card>
      <SuccessModal
        isOpen={isDone}
        title={t('Your password has been updated!')}
        primary={{ label: t('Continue to Dashboard'), onPress: () => navigate(paths.dashboard) }}
        secondary={{ label: t('Change Another Password'), onPress: startAgain }}
      >
        {t('You’ll need the new password from your next login. We signed out your other devices.')}
      </SuccessModal>
    </div>
  );
}

/** Moves the focus after the modal closes: the button that had it is disabled once the form is empty. */
function useRestoreFocus(formRef: RefObject<HTMLFormElement | null>, isDone: boolean): void {
  const wasDone = useRef(isDone);
  useEffect(() => {
    if (wasDone.current && !isDone) {
      formRef.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus();
    }
    wasDone.current = isDone;
  }, [formRef, isDone]);
}

interface PasswordsProps {
  draft: Draft;
  error: FormError | null;
  onEdit: (changes: Partial<Draft>) => void;
}

function Passwords({ draft, error, onEdit }: PasswordsProps) {
  return (
    <>
      <PasswordField
        label={t('Current password')}
        name="current-password"
        autoComplete="current-password"
        required
        value={draft.current}
        error={errorOf(error, 'current')}
        onChange={(event) => onEdit({ current: event.target.value })}
      />
      <NewPasswordField
        label={t('New password')}
        name="new-password"
        required
        requirements={newPasswordGuide(draft.next)}
        strength={strengthOf(draft.next)}
        value={draft.next}
        error={errorOf(error, 'next')}
        onChange={(event) => onEdit({ next: event.target.value })}
      />
      <ConfirmPasswordField
        label={t('Confirm new password')}
        name="confirm-password"
        required
        password={draft.next}
        value={draft.confirmation}
        error={errorOf(error, 'confirmation')}
        onChange={(event) => onEdit({ confirmation: event.target.value })}
      />
    </>
  );
}

function errorOf(error: FormError | null, field: keyof Draft): string | null {
  return error?.field === field ? error.message : null;
}
