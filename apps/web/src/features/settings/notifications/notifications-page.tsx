import { t } from '#language/t';
import './notifications.css';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { PushCard } from './push-card.tsx';
import { TopicsTable } from './topics-table.tsx';

/** What the user is notified of, and where (§2 /dashboard/settings/notifications). */
export function NotificationsPage() {
  return (
    <div className="notifications">
      <div>
        <BackLink to={paths.settings}>{t('Settings')}</BackLink>
        <h1 className="page-title">{t('Notifications')}</h1>
      </div>
      <PushCard />
      <TopicsTable />
      <p className="notifications__foot">
        {t(
          'You can’t turn off security messages. Your choices apply to all your devices; push also has to be on for each browser.',
        )}
      </p>
    </div>
  );
}
