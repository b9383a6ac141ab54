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

/** Says that what is shown is old, why, and what that means for sending. */
export function StaleNotice({ staleness, isRetrying, onRetry }: StaleNoticeProps) {
  const now = useNow(1_000);
  const { asOf } = staleness;
  return (
    <Notice
      tone="warn"
      icon={<CloudOff className="icon" size={18} aria-hidden="true" />}
      title={`You are seeing balances from ${clockText(asOf)}, ${elapsedText(asOf, now)}.`}
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

function explain({ silent, chainNames }: Staleness): string {
  if (silent === 'server') {
    return 'Kax does not answer. Sending waits until it does; nothing is lost.';
  }
  if (silent === 'pool') {
    return 'The private pool cannot be read. Private payments wait until it can; nothing is lost.';
  }
  const names = chainNames.join(' and ');
  return chainNames.length === 1
    ? `${names} does not answer. Sending there waits until it does; nothing is lost.`
    : `${names} do not answer. Sending there waits until they do; nothing is lost.`;
}
