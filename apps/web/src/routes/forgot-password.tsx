import { GuestComingLater } from '../features/coming-later/guest-coming-later.tsx';

/** /forgot-password (§2 Forgot password). */
export default function ForgotPassword() {
  return (
    <GuestComingLater title="Reset your password">
      Here you will set a new password with two codes, one by e-mail and one by SMS.
    </GuestComingLater>
  );
}
