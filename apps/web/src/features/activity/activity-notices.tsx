import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import { clockText, elapsedText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { HistoryFailure, MergedHistory } from './use-merged-history.ts';

/** What is missing from the list, or outdated, and why. */
export function ActivityNotices({ history }: { history: MergedHistory }) {
  const { failures, isReading, privateState, readAgain } = history;
  const retry = (
    <Button size="sm" isBusy={isReading} onClick={readAgain}>
      {t('Try again')}
    </Button>
  );
  const missing = failures.filter(({ readAt }) => readAt === null);
  const [old] = failures.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]));
  return (
    <>
      {missing.map(({ mode, message }) => (
        <Notice
          key={mode}
          tone="warn"
          icon={<CloudOff className="icon" size={18} aria-hidden="true" />}
          title={TITLE_BY_MODE[mode]}
          action={retry}
        >
          {t('{message} Your money isn’t affected.', { message })}
        </Notice>
      ))}
      {old === undefined ? null : <OldNotice at={old} action={retry} />}
      {privateState === null ? null : <PrivateNotice status={privateState.status} />}
    </>
  );
}

const TITLE_BY_MODE: Readonly<Record<HistoryFailure['mode'], string>> = {
  public: t('Couldn’t load your public activity.'),
  private: t('Couldn’t load your private activity.'),
};

function OldNotice({ at, action }: { at: number; action: ReactNode }) {
  const now = useNow(1_000);
  return (
    <Notice
      tone="warn"
      icon={<CloudOff className="icon" size={18} aria-hidden="true" />}
      title={t('Showing activity from {clock}, {elapsed}.', {
        clock: clockText(at),
        elapsed: elapsedText(at, now),
      })}
      action={action}
    >
      {t('Can’t reach Kax. Newer activity will appear when the connection is back.')}
    </Notice>
  );
}

type PrivateStatus = NonNullable<MergedHistory['privateState']>['status'];

/** Nothing while new private activity is merely being looked for: that takes moments. */
function PrivateNotice({ status }: { status: PrivateStatus }) {
  if (status === 'starting') {
    return (
      <Notice tone="accent" title={t('Opening your private balance.')}>
        {t('Private activity will appear here when it’s open.')}
      </Notice>
    );
  }
  if (status !== 'away') return null;
  return (
    <Notice
      tone="warn"
      icon={<CloudOff className="icon" size={18} aria-hidden="true" />}
      title={t('We can’t reach the private pool.')}
    >
      {t('Newer private activity will appear when it’s back. Nothing is lost.')}
    </Notice>
  );
}
