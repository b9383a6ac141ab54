import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#language/t';
import { useNow } from '../../lib/use-now.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface QuoteAgeProps {
  /** ISO 8601. */
  expiresAt: string;
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** Prices are refreshed this long before they expire. */
const REFRESH_BEFORE_MS = 25_000;
const LOOK_MS = 1_000;

/** Countdown to the next quote, which is refreshed automatically before it expires, and on request. */
export function QuoteAge({ expiresAt, isRefreshing, onRefresh }: QuoteAgeProps) {
  const now = useNow(LOOK_MS);
  const leftMs = Date.parse(expiresAt) - REFRESH_BEFORE_MS - now;
  const isDue = leftMs <= 0 && !isRefreshing;
  const requests = useRef('');
  useEffect(() => {
    if (!isDue || requests.current === expiresAt) return;
    requests.current = expiresAt;
    onRefresh();
  }, [isDue, expiresAt, onRefresh]);
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return (
    <span className="quote-age">
      {isRefreshing ? t('Updating prices') : t('New prices in {seconds} s', { seconds })}
      <IconButton
        label={t('Refresh prices')}
        look="bare"
        icon={<RefreshCw className="icon" size={14} aria-hidden="true" />}
        isSpinning={isRefreshing}
        disabled={isRefreshing}
        onClick={onRefresh}
      />
    </span>
  );
}
