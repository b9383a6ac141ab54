import { CloudOff, RefreshCw, WifiOff } from 'lucide-react';
import { listText, t } from '#language/t';
import { elapsedText, recentClockText, spokenClockText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useIsOnline } from '../../ui/use-is-online.ts';
import type { Staleness } from './coins-view.ts';

interface StaleNoticeProps {
  staleness: Staleness;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Says that the figures are stale, why, and what that means for sending. */
export function StaleNotice({ staleness, isRetrying, onRetry }: StaleNoticeProps) {
  const now = useNow(1_000);
  const { asOf } = staleness;
  const isOffline = !useIsOnline() && staleness.unreachable === 'server';
  const Icon = isOffline ? WifiOff : CloudOff;
  return (
    <Notice
      tone="warn"
      icon={<Icon className="icon" size={18} aria-hidden="true" />}
      title={
        isOffline
          ? t('You’re offline.')
          : t('Showing balances from {time}, {elapsed}.', {
              time: recentClockText(asOf, now),
              elapsed: elapsedText(asOf, now),
            })
      }
      action={
        <Button
          size="sm"
          icon={<RefreshCw className="icon" size={16} aria-hidden="true" />}
          isBusy={isRetrying}
          onClick={onRetry}
        >
          {t('Try again')}
        </Button>
      }
    >
      {isOffline
        ? t(
            'These are your balances as of {time}. Receive still works. Everything else waits for a connection.',
            { time: spokenClockText(asOf, now) },
          )
        : explain(staleness)}
    </Notice>
  );
}

function explain({ unreachable, chainNames }: Staleness): string {
  if (unreachable === 'server') {
    return t('Can’t reach Kax. Trying again… You can send once we’re connected.');
  }
  if (unreachable === 'pool') {
    return t('We can’t reach the private pool. Private payments will wait. Nothing is lost.');
  }
  return t(
    '{count, plural, one {{chains} isn’t responding. You can send there once it’s back. Nothing is lost.} other {{chains} aren’t responding. You can send there once they’re back. Nothing is lost.}}',
    { count: chainNames.length, chains: listText(chainNames) },
  );
}
