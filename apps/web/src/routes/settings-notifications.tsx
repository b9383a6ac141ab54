import { t } from '#language/t';
import { NotificationsPage } from '../features/settings/notifications/notifications-page.tsx';

/** /dashboard/settings/notifications (§2 Route table). */
export default function SettingsNotifications() {
  return (
    <>
      <title>{t('Notifications · Kax')}</title>
      <NotificationsPage />
    </>
  );
}
