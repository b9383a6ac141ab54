import { IdleTimer } from '../features/idle-timer/idle-timer.tsx';
import { keepSessionAwake } from '../features/sessions/api/user-sessions.ts';
import { signOut, signOutIdle } from '../features/sign-out/api/logout.ts';
import { explainSignOut } from '../state/auth-session.ts';

/** Signs out an idle user on the page of a payment request too. Loaded for signed-in users alone. */
export default function PayIdleTimer() {
  return (
    <IdleTimer
      onStay={keepSessionAwake}
      onIdle={signOutIdle}
      onSignedOutElsewhere={() => explainSignOut('idle')}
      onSignOut={signOut}
    />
  );
}
