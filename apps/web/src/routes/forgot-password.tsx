import { ForgotPassword } from '../features/forgot-password/forgot-password.tsx';

/** /forgot-password (§2 Forgot password). */
export default function ForgotPasswordRoute() {
  return <ForgotPassword />;
}
