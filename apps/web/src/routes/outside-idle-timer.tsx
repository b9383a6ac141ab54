import { IdleTimer } from '../features/idle-timer/idle-timer.tsx';
import { keepSessionAwake } from '../features/sessions/api/user-sessions.ts';
import { signOut, signOutIdle } from '../features/sign-out/api/logout.ts';
import { explainSignOut } from '../state/auth-session.ts';

/** Signs out an idle user on a page that a link leads to, too. Loaded for signed-in users alone. */
export default function OutsideIdleTimer() {
  return (
    <IdleTimer
      onStay={keepSessionAwake}
      onIdle={signOutIdle}
      onSignedOutElsewhere={() => explainSignOut('idle')}
      onSignOut={signOut}
    />
  );
}
