import { t } from '#language/t';
import { SecurityPage } from '../features/security/security-page.tsx';
import { useSessionList, useSignOutOthers } from '../features/sessions/use-sessions.ts';

/** /dashboard/settings/security (§2 Route table). */
export default function Security() {
  const { data: sessions } = useSessionList();
  const signOutOthers = useSignOutOthers();
  return (
    <>
      <title>{t('Security · Kax')}</title>
      <SecurityPage sessionCount={sessions?.length ?? null} onSignOutOthers={signOutOthers} />
    </>
  );
}
