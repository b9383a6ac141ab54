import { CloudOff, RefreshCw } from 'lucide-react';
import { clockText, elapsedText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
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
  return (
    <Notice
      tone="warn"
      icon={<CloudOff className="icon" size={18} aria-hidden="true" />}
      title={`Showing balances from ${clockText(asOf)}, ${elapsedText(asOf, now)}.`}
      action={
        <Button
          size="sm"
          icon={<RefreshCw className="icon" size={16} aria-hidden="true" />}
          isBusy={isRetrying}
          onClick={onRetry}
        >
          Try again
        </Button>
      }
    >
      {explain(staleness)}
    </Notice>
  );
}

function explain({ unreachable, chainNames }: Staleness): string {
  if (unreachable === 'server') {
    return navigator.onLine
      ? 'Can’t reach Kax. Trying again… You can send once we’re connected.'
      : 'You’re offline. You can send once you’re connected again.';
  }
  if (unreachable === 'pool') {
    return 'We can’t reach the private pool. Private payments will wait. Nothing is lost.';
  }
  const names = chainNames.join(' and ');
  return chainNames.length === 1
    ? `${names} isn’t responding. You can send there once it’s back. Nothing is lost.`
    : `${names} aren’t responding. You can send there once they’re back. Nothing is lost.`;
}
