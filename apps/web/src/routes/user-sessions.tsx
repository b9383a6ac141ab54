import { t } from '#language/t';
import { ActiveSessions } from '../features/sessions/active-sessions.tsx';

/** /user-sessions (§2 Active Sessions). */
export default function UserSessions() {
  return (
    <>
      <title>{t('Active Sessions · Kax')}</title>
      <ActiveSessions />
    </>
  );
}
