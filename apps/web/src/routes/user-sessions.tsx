import { ActiveSessions } from '../features/sessions/active-sessions.tsx';

/** /user-sessions (§2 Active Sessions). */
export default function UserSessions() {
  return (
    <>
      <title>Active Sessions · Kax</title>
      <ActiveSessions />
    </>
  );
}
