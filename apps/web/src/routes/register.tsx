import { Link, useLocation } from 'react-router';
import { RegisterForm } from '../features/register/register-form.tsx';
import { carriedFrom, textIn } from '../lib/return-path.ts';
import { paths } from '../paths.ts';

/** /register (§2 Register). */
export default function Register() {
  const { state } = useLocation();
  return (
    <>
      <title>Quickly Create Kax Account · Kax</title>
      <h1 className="page-title">Quickly Create Kax Account</h1>
      <RegisterForm
        start={{ email: textIn(state, 'email') ?? '', phone: textIn(state, 'phone') ?? '' }}
      />
      <p className="auth__after">
        Have an account?{' '}
        <Link to={paths.login} state={carriedFrom(state)}>
          Sign in
        </Link>
      </p>
    </>
  );
}
