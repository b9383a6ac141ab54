import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /reset-password (§2 Change password). */
export default function ResetPassword() {
  return <ComingLater title="Reset your password">You will change your password here.</ComingLater>;
}
