import type { FormEvent } from 'react';
import { t } from '#language/t';
import { newPasswordGuide } from '../../lib/password-guide.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmPasswordField } from '../../ui/confirm-password-field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { FormIntro } from '../../ui/form-intro.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { useErrorInView } from '../../ui/use-error-in-view.ts';
import { useInitialFocus } from '../../ui/use-initial-focus.ts';
import { accountNameOf, accountNameText, type PasswordError } from './reset-flow.ts';
import type { ResetFlow } from './use-reset-flow.ts';

/** View 3: the new password. The server verifies the codes together with it. */
export function NewPasswordView({ flow }: { flow: ResetFlow }) {
  const { draft, busy, sentTo, passwordError: error } = flow.state;
  const formRef = useErrorInView(error);
  useInitialFocus(formRef);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    flow.reset();
  }

  return (
    <>
      <title>{t('Reset password · Kax')}</title>
      <FormIntro title={t('Choose a new password')}>
        {t('Your wallet and addresses stay the same. We’ll sign you out on every device.')}
      </FormIntro>
      <form
        ref={formRef}
        className="forgot-password__form"
        aria-label={t('Reset password')}
        onSubmit={handleSubmit}
      >
        {/* Tells password managers which account this password is for. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={accountNameText(sentTo ?? accountNameOf(draft))}
          readOnly
          hidden
        />
        <NewPasswordField
          label={t('New password')}
          name="new-password"
          requirements={newPasswordGuide(draft.password)}
          value={draft.password}
          error={errorOf(error, 'password')}
          onChange={(event) => flow.edit({ password: event.target.value })}
        />
        <ConfirmPasswordField
          label={t('Confirm new password')}
          name="confirm-password"
          password={draft.password}
          value={draft.confirmation}
          error={errorOf(error, 'confirmation')}
          onChange={(event) => flow.edit({ confirmation: event.target.value })}
        />
        {error?.field === null ? <FormAlert title={error.message}>{error.hint}</FormAlert> : null}
        <Button
          type="submit"
          variant="filled"
          size="lg"
          isWide
          isBusy={busy === 'reset'}
          busyLabel={t('Resetting...')}
        >
          {t('Reset Password')}
        </Button>
      </form>
      <div className="forgot-password__back">
        <BackLink to={paths.login}>{t('Back to Sign In')}</BackLink>
      </div>
    </>
  );
}

function errorOf(error: PasswordError | null, field: PasswordError['field']): string | null {
  return error?.field === field ? error.message : null;
}
