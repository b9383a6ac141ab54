import { t } from '#language/t';
import { RegisterForm } from '../features/register/register-form.tsx';
import { Link, useLocation } from '../lib/navigation/navigation.tsx';
import { carriedFrom, textIn } from '../lib/return-path.ts';
import { paths } from '../paths.ts';
import { rich } from '../ui/rich.tsx';

/** /register (§2 Register). */
export default function Register() {
  const { state } = useLocation();
  return (
    <>
      <title>{t('Quickly Create Kax Account · Kax')}</title>
      <h1 className="page-title">{t('Quickly Create Kax Account')}</h1>
      <RegisterForm
        start={{
          name: textIn(state, 'name') ?? '',
          email: textIn(state, 'email') ?? '',
          phone: textIn(state, 'phone') ?? '',
        }}
      />
      <p className="auth__after">
        {rich('Have an account? <link>Sign in</link>', {
          link: (inside) => (
            <Link to={paths.login} state={carriedFrom(state)}>
              {inside}
            </Link>
          ),
        })}
      </p>
    </>
  );
}
