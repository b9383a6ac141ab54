import { t } from '#language/t';
import { rich } from '../../ui/rich.tsx';
import './active-sessions.css';
import { Check, MonitorSmartphone, RefreshCw } from 'lucide-react';
import type { UserSession } from '#wire/auth/user-sessions';
import { useOpened } from '../../lib/modal-url/use-opened.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFocusWhenShorter } from '../../ui/use-focus-when-shorter.ts';
import { SessionRow } from './session-row.tsx';
import { SessionSkeletons } from './session-skeletons.tsx';
import { TerminateDialogs, type TerminateSubject } from './terminate-dialogs.tsx';
import { type SessionsMessage, useSessions } from './use-sessions.ts';

/** The devices the user is signed in on, each of which can be signed out (§2 Active Sessions). */
export function ActiveSessions() {
  const state = useSessions();
  const { sessions, message, isReading, endingIds } = state;
  const { opened, open, close } = useOpened<TerminateSubject>();
  const hasUnbound = sessions?.some(({ isDeviceBound }) => !isDeviceBound) ?? false;
  const othersCount = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;

  return (
    <>
      <div className="active-sessions__head">
        <div>
          <h1 className="page-title">{t('Active Sessions')}</h1>
          <p>
            {t('Terminating a session signs that device out, so it can no longer move your money.')}
          </p>
        </div>
        <div className="active-sessions__actions">
          <Button
            icon={<RefreshCw className="icon" size={16} aria-hidden="true" />}
            isBusy={isReading}
            onClick={state.refresh}
          >
            {t('Refresh Sessions')}
          </Button>
          <Button
            variant="danger"
            disabled={othersCount === 0 && !endingIds.has('others')}
            isBusy={endingIds.has('others')}
            onClick={() => open({ about: 'others', count: othersCount })}
          >
            {t('Terminate All Other Sessions')}
          </Button>
        </div>
      </div>
      <Message message={message} />
      <Body state={state} onTerminate={(session) => open({ about: 'one', session })} />
      {othersCount > 0 ? (
        <Notice>
          {rich(
            'Don’t recognize one of these? Terminate it, then <link>change your password</link>.',
            { link: (inside) => <Link to={paths.resetPassword}>{inside}</Link> },
          )}
        </Notice>
      ) : null}
      {hasUnbound ? (
        <Notice>
          {t(
            'A session that isn’t tied to a device works for anyone who copies it, so it ends sooner. To tie one to your device, sign in again with an up-to-date browser.',
          )}
        </Notice>
      ) : null}
      <TerminateDialogs
        dialog={opened}
        onClose={close}
        onTerminate={state.terminate}
        onRevoke={state.revoke}
        onTerminateOthers={state.terminateAllOthers}
      />
    </>
  );
}

function Message({ message }: { message: SessionsMessage | null }) {
  if (message?.tone === 'bad') {
    return (
      <Notice tone="bad" isAlert>
        {message.text}
      </Notice>
    );
  }
  return (
    <div role="status" className="active-sessions__status">
      {message ? (
        <Notice tone="accent" icon={<Check className="icon" size={18} aria-hidden="true" />}>
          {message.text}
        </Notice>
      ) : null}
    </div>
  );
}

interface BodyProps {
  state: ReturnType<typeof useSessions>;
  onTerminate: (session: UserSession) => void;
}

function Body({ state, onTerminate }: BodyProps) {
  const { sessions, loadFailure, isReading, message, endingIds, refresh } = state;
  const now = useNow(15_000);
  const listRef = useFocusWhenShorter<HTMLUListElement>(sessions?.length ?? 0);

  if (sessions === undefined && loadFailure === null) return <SessionSkeletons />;
  if (sessions === undefined) {
    return (
      <Card>
        <ErrorState
          title={message ? t('Couldn’t load your sessions') : (loadFailure ?? '')}
          isRetrying={isReading}
          onRetry={refresh}
        >
          {t('Nothing changed. Every device is still signed in.')}
        </ErrorState>
      </Card>
    );
  }
  if (sessions.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<MonitorSmartphone className="icon" size={24} aria-hidden="true" />}
          title={t('No active sessions found')}
        >
          {t('Select Refresh Sessions to check again.')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <ul className="card session-list" aria-label={t('Sessions')} ref={listRef} tabIndex={-1}>
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          now={now}
          isEnding={!session.isCurrent && (endingIds.has(session.id) || endingIds.has('others'))}
          onTerminate={() => onTerminate(session)}
        />
      ))}
    </ul>
  );
}
