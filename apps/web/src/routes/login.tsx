import { t } from '#language/t';
import { LoginForm } from '../features/sign-in/login-form.tsx';
import { SignedOutNotice } from '../features/sign-in/signed-out-notice.tsx';
import { Link, useLocation } from '../lib/navigation/navigation.tsx';
import { carriedFrom, textIn } from '../lib/return-path.ts';
import { paths } from '../paths.ts';
import { rich } from '../ui/rich.tsx';

/** /login (§2 Login). */
export default function Login() {
  const { state } = useLocation();
  return (
    <>
      <title>{t('Kax Wallet Login')}</title>
      <h1 className="page-title">{t('Kax Wallet Login')}</h1>
      <SignedOutNotice />
      <LoginForm
        start={{ email: textIn(state, 'email') ?? '', phone: textIn(state, 'phone') ?? '' }}
      />
      <p className="auth__after">
        {rich('New to Kax wallet? <link>Create an account</link>', {
          link: (inside) => (
            <Link to={paths.register} state={carriedFrom(state)}>
              {inside}
            </Link>
          ),
        })}
      </p>
    </>
  );
}
