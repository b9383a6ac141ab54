import { Link } from 'react-router';
import { RegisterForm } from '../features/register/register-form.tsx';
import { paths } from '../paths.ts';

/** /register (§2 Register). */
export default function Register() {
  return (
    <>
      <title>Quickly Create Kax Account · Kax</title>
      <h1 className="page-title">Quickly Create Kax Account</h1>
      <RegisterForm />
      <p className="auth__after">
        Have an account? <Link to={paths.login}>Sign in</Link>
      </p>
    </>
  );
}
