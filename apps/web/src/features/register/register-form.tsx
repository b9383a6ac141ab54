import { t } from '#language/t';
import './register-form.css';
import { type FormEvent, lazy, type ReactNode, Suspense } from 'react';
import { strengthOf } from '#domain/password/password-rules';
import { config } from '../../config.ts';
import { registrationGuide } from '../../lib/password-guide.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmPasswordField } from '../../ui/confirm-password-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { rich } from '../../ui/rich.tsx';
import { useErrorInView } from '../../ui/use-error-in-view.ts';
import type { Draft, FormError, InvalidField } from './registration.ts';
import { useRegistration } from './use-registration.ts';

const PhoneField = lazy(() => import('../../ui/phone-field.tsx'));
const WorkNote = lazy(() => import('../../ui/work-note.tsx'));

interface RegisterFormProps {
  /** What the form starts with; empty texts for nothing. */
  start: Pick<Draft, 'name' | 'email' | 'phone'>;
}

/** The registration form (§2 Register). Input is kept on failure. */
export function RegisterForm({ start }: RegisterFormProps) {
  const { draft, isBusy, workShare, error, edit, submit } = useRegistration(start);
  const formRef = useErrorInView(error);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  return (
    <form
      ref={formRef}
      className="register-form"
      aria-label={t('Create account')}
      onSubmit={handleSubmit}
    >
      <UserFields draft={draft} error={error} onEdit={edit} />
      <PasswordFields draft={draft} error={error} onEdit={edit} />
      <Checkbox
        name="terms"
        isChecked={draft.hasAccepted}
        onChange={(hasAccepted) => edit({ hasAccepted })}
        error={errorOf(error, 'terms')}
      >
        {rich('I accept the <terms>terms</terms> and the <privacy>privacy policy</privacy>', {
          terms: (text) => <NewTabLink href={config.termsUrl}>{text}</NewTabLink>,
          privacy: (text) => <NewTabLink href={config.privacyUrl}>{text}</NewTabLink>,
        })}
      </Checkbox>
      {error?.field === null ? <FormAlert>{error.message}</FormAlert> : null}
      <Button
        type="submit"
        variant="filled"
        size="lg"
        isWide
        isBusy={isBusy}
        busyLabel={t('Creating Account...')}
      >
        {t('Create Account')}
      </Button>
      {workShare === null ? null : (
        <Suspense>
          <WorkNote share={workShare} />
        </Suspense>
      )}
    </form>
  );
}

/** New accounts can be found. */
const DISCOVERABLE = t(
  'People who know your email or phone can find you to pay you. You can turn this off in Settings.',
);

interface PartProps {
  draft: Draft;
  error: FormError | null;
  onEdit: (changes: Partial<Draft>) => void;
}

function UserFields({ draft, error, onEdit }: PartProps) {
  return (
    <>
      <TextField
        label={t('Full Name')}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        required
        maxLength={100}
        value={draft.name}
        error={errorOf(error, 'name')}
        onChange={(event) => onEdit({ name: event.target.value })}
      />
      <TextField
        label={t('Email')}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        value={draft.email}
        error={errorOf(error, 'email')}
        onChange={(event) => onEdit({ email: event.target.value })}
      />
      <Suspense fallback={<TextField label={t('Phone')} type="tel" hint={DISCOVERABLE} disabled />}>
        <PhoneField
          label={t('Phone')}
          hint={DISCOVERABLE}
          value={draft.phone}
          error={errorOf(error, 'phone')}
          onChange={(phone) => onEdit({ phone })}
        />
      </Suspense>
    </>
  );
}

function PasswordFields({ draft, error, onEdit }: PartProps) {
  return (
    <>
      <NewPasswordField
        label={t('Password')}
        name="password"
        guideWhen="used"
        requirements={registrationGuide(draft.password, draft.name)}
        strength={strengthOf(draft.password, draft.name)}
        value={draft.password}
        error={errorOf(error, 'password')}
        onChange={(event) => onEdit({ password: event.target.value })}
      />
      <ConfirmPasswordField
        label={t('Confirm Password')}
        name="confirm-password"
        password={draft.password}
        value={draft.confirmation}
        error={errorOf(error, 'confirmation')}
        onChange={(event) => onEdit({ confirmation: event.target.value })}
      />
    </>
  );
}

/** Opens in a new tab, so that the user's input on this page is kept. */
function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> {t('(opens in a new tab)')}</span>
    </a>
  );
}

function errorOf(error: FormError | null, field: InvalidField): string | null {
  return error?.field === field ? error.message : null;
}
