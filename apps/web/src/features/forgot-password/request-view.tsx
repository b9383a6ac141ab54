import { type FormEvent, lazy, Suspense } from 'react';
import { t } from '#language/t';
import { paths } from '../../paths.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { FormIntro } from '../../ui/form-intro.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useErrorInView } from '../../ui/use-error-in-view.ts';
import type { ResetFlow } from './use-reset-flow.ts';

const PhoneField = lazy(() => import('../../ui/phone-field.tsx'));
const WorkNote = lazy(() => import('../../ui/work-note.tsx'));

const METHODS = [
  { value: 'email', label: t('Use email') },
  { value: 'phone', label: t('Use phone') },
] as const;

/** View 1: the account to reset, by email or by phone. */
export function RequestView({ flow }: { flow: ResetFlow }) {
  const { draft, busy, requestError } = flow.state;
  const { workShare } = flow;
  const formRef = useErrorInView(requestError);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    flow.request();
  }

  return (
    <>
      <title>{t('Forgot your password? · Kax')}</title>
      <FormIntro title={t('Forgot your password?')}>
        {draft.method === 'phone'
          ? t(
              'Enter your verified Email Address and we will send you a password reset link. You can use your phone number too. We’ll send one code by email and one by text.',
            )
          : t(
              'Enter your verified Email Address and we will send you a password reset link. We’ll send one code by email and one by text.',
            )}
      </FormIntro>
      <form
        ref={formRef}
        className="forgot-password__form"
        aria-label={t('Forgot password')}
        onSubmit={handleSubmit}
      >
        <Segmented
          label={t('Find my account by')}
          value={draft.method}
          options={METHODS}
          onChange={(method) => flow.edit({ method })}
        />
        <NameField flow={flow} />
        {requestError ? (
          <FormAlert
            action={
              requestError.mayHaveCodes ? (
                <Button size="sm" onClick={flow.goOnToCodes}>
                  {t('I already have codes')}
                </Button>
              ) : null
            }
          >
            {requestError.message}
          </FormAlert>
        ) : null}
        <Button
          type="submit"
          variant="filled"
          size="lg"
          isWide
          isBusy={busy === 'request'}
          busyLabel={t('Sending...')}
        >
          {t('Verify')}
        </Button>
        {workShare === null ? null : (
          <Suspense>
            <WorkNote share={workShare} />
          </Suspense>
        )}
      </form>
      <div className="forgot-password__back">
        <BackLink to={paths.login}>{t('Back to Sign In')}</BackLink>
      </div>
    </>
  );
}

function NameField({ flow }: { flow: ResetFlow }) {
  const { method, email, phone } = flow.state.draft;
  return method === 'email' ? (
    <TextField
      label={t('Email')}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={254}
      value={email}
      onChange={(event) => flow.edit({ email: event.target.value })}
    />
  ) : (
    <Suspense fallback={<TextField label={t('Phone')} type="tel" disabled />}>
      <PhoneField
        label={t('Phone')}
        value={phone}
        onChange={(next) => flow.edit({ phone: next })}
      />
    </Suspense>
  );
}
