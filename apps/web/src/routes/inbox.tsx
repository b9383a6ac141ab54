import { t } from '#language/t';
import '../ui/card.css';
import './inbox.css';
import './page-head.css';
import { Bell, CheckCheck, Settings } from 'lucide-react';
import { useRef } from 'react';
import { ActivityNotices } from '../features/activity/activity-notices.tsx';
import { InboxList } from '../features/activity/inbox/inbox-list.tsx';
import { InboxSkeletons } from '../features/activity/inbox/inbox-skeletons.tsx';
import { useReadingOn } from '../features/activity/use-reading-on.ts';
import { Link } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { Button, buttonClassName } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { type Inbox, useInbox } from './use-inbox.ts';
import { useInboxParts } from './use-inbox-parts.tsx';
import { useReadingInbox } from './use-reading-inbox.ts';

/** /dashboard/inbox: what happened to the user's money and to the security of their account. */
export default function InboxPage() {
  const inbox = useInbox();
  const { readUntil, markAll } = useReadingInbox(inbox);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, items } = inbox;
  const isAnyNew = readUntil !== null && items.some(({ at }) => at > readUntil);

  function markAllAsRead() {
    // The button is gone afterwards.
    heading.current?.focus();
    void markAll();
  }

  return (
    <div className="page-narrow">
      <title>{t('Inbox · Kax')}</title>
      <div className="page-head inbox-head">
        <h1 className="page-title" ref={heading} tabIndex={-1}>
          {t('Inbox')}
        </h1>
        {state === 'ready' && items.length > 0 ? (
          <div className="page-head__tools">
            {isAnyNew ? (
              <Button
                variant="quiet"
                size="sm"
                className="inbox-head__mark"
                icon={<CheckCheck className="icon" size={17} aria-hidden="true" />}
                onClick={markAllAsRead}
              >
                {t('Mark all as read')}
              </Button>
            ) : null}
            <Link className={buttonClassName({ size: 'sm' })} to={paths.settingsNotifications}>
              <Settings className="icon" size={17} aria-hidden="true" />
              {t('Settings')}
            </Link>
          </div>
        ) : null}
      </div>
      <Content inbox={inbox} readUntil={readUntil} />
    </div>
  );
}

interface ContentProps {
  inbox: Inbox;
  /** What happened later is new on this page; null while that isn't known. */
  readUntil: number | null;
}

function Content({ inbox, readUntil }: ContentProps) {
  const { state, items, history, isPartMissing, readAgain } = inbox;
  const partsOf = useInboxParts();
  const { isReadingOn } = useReadingOn(history, {
    isNarrowed: state === 'ready' && items.length === 0,
    found: items.length,
  });
  if (state === 'loading' || isReadingOn) return <InboxSkeletons />;
  if (state === 'failed') return <Failed inbox={inbox} />;
  return (
    <>
      <ActivityNotices history={history} />
      {isPartMissing ? <MissingNotice onRetry={readAgain} /> : null}
      {items.length === 0 ? (
        <NothingNew />
      ) : (
        <InboxList
          items={items}
          readUntil={readUntil}
          isReading={history.isReading}
          partsOf={partsOf}
          older={<Older inbox={inbox} />}
        />
      )}
    </>
  );
}

function Failed({ inbox: { history, readAgain } }: Pick<ContentProps, 'inbox'>) {
  return (
    <section className="card" aria-label={t('Inbox')}>
      <ErrorState
        title={t('Couldn’t load your inbox')}
        isRetrying={history.isReading}
        onRetry={readAgain}
      >
        {t('{message} Your money isn’t affected.', {
          message: history.failures[0]?.message ?? '',
        })}
      </ErrorState>
    </section>
  );
}

function MissingNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      tone="warn"
      title={t('Something may be missing here.')}
      action={
        <Button size="sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {t('We couldn’t load all of your inbox. Your money isn’t affected.')}
    </Notice>
  );
}

function NothingNew() {
  return (
    <section className="card" aria-label={t('Inbox')}>
      <EmptyState
        icon={<Bell className="icon" size={24} aria-hidden="true" />}
        title={t('Nothing new')}
        actions={
          <Link className={buttonClassName({})} to={paths.settingsNotifications}>
            {t('Choose notifications')}
          </Link>
        }
      >
        {t('Incoming money, payment requests and sign-ins appear here.')}
      </EmptyState>
    </section>
  );
}

function Older({ inbox: { history } }: Pick<ContentProps, 'inbox'>) {
  if (!history.hasOlder) return null;
  return (
    <div className="activity-list__more">
      <Button isBusy={history.isReadingOlder} onClick={history.readOlder}>
        {t('Show older')}
      </Button>
    </div>
  );
}
