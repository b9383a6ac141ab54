import { Link, useLocation } from 'react-router';
import { LoginForm } from '../features/sign-in/login-form.tsx';
import { SignedOutNotice } from '../features/sign-in/signed-out-notice.tsx';
import { carriedFrom } from '../lib/return-path.ts';
import { paths } from '../paths.ts';

/** /login (§2 Login). */
export default function Login() {
  const { state } = useLocation();
  return (
    <>
      <title>Kax Wallet Login</title>
      <h1 className="page-title">Kax Wallet Login</h1>
      <SignedOutNotice />
      <LoginForm />
      <p className="auth__after">
        New to Kax wallet?{' '}
        <Link to={paths.register} state={carriedFrom(state)}>
          Create an account
        </Link>
      </p>
    </>
  );
}
