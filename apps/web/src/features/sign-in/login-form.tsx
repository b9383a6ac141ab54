import { t } from '#language/t';
import './login-form.css';
import {
  type FormEvent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Credentials } from './api/login.ts';
import { useSignIn } from './use-sign-in.ts';

const PhoneField = lazy(() => import('../../ui/phone-field.tsx'));
const SignInWait = lazy(() => import('./sign-in-wait.tsx'));
const WorkNote = lazy(() => import('../../ui/work-note.tsx'));

type Method = 'email' | 'phone';

const METHODS = [
  { value: 'email', label: t('Use email') },
  { value: 'phone', label: t('Use phone') },
] as const;

interface LoginFormProps {
  /** What the form starts with; empty texts for nothing. */
  start: { readonly email: string; readonly phone: string };
}

/** The sign-in form, by email or by phone (§2 Login). Input is kept on failure. */
export function LoginForm({ start }: LoginFormProps) {
  const [method, setMethod] = useState<Method>(start.phone ? 'phone' : 'email');
  const [email, setEmail] = useState(start.email);
  const [phone, setPhone] = useState(start.phone);
  const [password, setPassword] = useState('');
  const { isBusy, isUsingPasskey, workShare, failure, ...actions } = useSignIn();
  const { signIn, signInByPasskey, clearFailure } = actions;
  const hasPasskeys = useSyncExternalStore(neverChanges, canUsePasskeys, () => true);
  const alertRef = useScrollToError(failure);

  function changeMethod(next: Method) {
    setMethod(next);
    clearFailure();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    signIn(credentialsOf({ method, email, phone, password }));
  }

  return (
    <form className="login-form" aria-label={t('Sign in')} onSubmit={handleSubmit}>
      <Segmented
        label={t('Sign in with')}
        value={method}
        options={METHODS}
        onChange={changeMethod}
      />
      {method === 'email' ? (
        <TextField
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      ) : (
        <Suspense fallback={<TextField label={t('Phone')} type="tel" disabled />}>
          <PhoneField label={t('Phone')} value={phone} onChange={setPhone} />
        </Suspense>
      )}
      <PasswordField
        label={t('Password')}
        aside={<Link to={paths.forgotPassword}>{t('Forgot your password?')}</Link>}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure ? (
        <div ref={alertRef}>
          <SignInFailure {...failure} onEnd={clearFailure} />
        </div>
      ) : null}
      <Button
        className="login-form__submit"
        type="submit"
        variant="filled"
        size="lg"
        isWide
        isBusy={isBusy}
        busyLabel={t('Signing In...')}
      >
        {t('Sign In')}
      </Button>
      {workShare === null ? null : (
        <Suspense>
          <WorkNote share={workShare} />
        </Suspense>
      )}
      {hasPasskeys ? <PasskeyButton isBusy={isUsingPasskey} onPress={signInByPasskey} /> : null}
    </form>
  );
}

function PasskeyButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  return (
    <Button
      size="lg"
      isWide
      isBusy={isBusy}
      busyLabel={t('Waiting for your passkey...')}
      onClick={onPress}
    >
      {t('Sign in with a passkey')}
    </Button>
  );
}

/** Read here, because what uses passkeys is loaded with the first press. Prerendered for the many that can. */
function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext;
}

function neverChanges(): () => void {
  return () => {};
}

interface SignInFailureProps {
  message: string;
  secondsToWait: number | null;
  onEnd: () => void;
}

function SignInFailure({ message, secondsToWait, onEnd }: SignInFailureProps) {
  const sentence = (
    <Notice tone="bad" isAlert>
      {message}
    </Notice>
  );
  if (secondsToWait === null) return sentence;
  return (
    <Suspense fallback={sentence}>
      <SignInWait message={message} seconds={secondsToWait} onEnd={onEnd} />
    </Suspense>
  );
}

interface Entries {
  method: Method;
  email: string;
  phone: string;
  password: string;
}

function credentialsOf({ method, email, phone, password }: Entries): Credentials {
  return method === 'email' ? { email: email.trim(), password } : { phone, password };
}

/** Scrolls the error into view: on a short screen it may be below the fold. */
function useScrollToError(error: object | null) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [error]);
  return ref;
}
