import { IdleWarning } from './idle-warning.tsx';
import { useIdleClock } from './use-idle-clock.ts';

interface IdleTimerProps {
  /** Makes one real request, so that the server's own idle timer does not expire. */
  onStay: () => void;
  /** The time is up. */
  onIdle: () => void;
  /** Another tab has signed out. */
  onSignedOutElsewhere: () => void;
  /** The user chose to sign out now. */
  onSignOut: () => void;
}

/** Signs out a user who has been idle for 30 minutes, and warns 5 minutes before (§4 Idle timer). */
export function IdleTimer({ onStay, onIdle, onSignedOutElsewhere, onSignOut }: IdleTimerProps) {
  const { state, stay } = useIdleClock({ onNotify: onStay, onOver: onIdle, onSignedOutElsewhere });
  return (
    <IdleWarning
      isOpen={state.at !== 'active'}
      secondsLeft={state.at === 'warning' ? state.secondsLeft : 0}
      onStay={stay}
      onSignOut={onSignOut}
    />
  );
}
