import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /user-sessions (§2 Active Sessions). */
export default function UserSessions() {
  return (
    <ComingLater title="Active Sessions">
      The devices that are signed in will be listed here, each with a way to end it.
    </ComingLater>
  );
}
