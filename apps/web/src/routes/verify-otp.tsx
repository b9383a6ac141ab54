import { GuestComingLater } from '../features/coming-later/guest-coming-later.tsx';

/** /verify-otp (§2 Verify code). */
export default function VerifyOtp() {
  return (
    <GuestComingLater title="Verify your account" backLabel="Back to sign In">
      Here you will enter the codes that came by e-mail and SMS.
    </GuestComingLater>
  );
}
