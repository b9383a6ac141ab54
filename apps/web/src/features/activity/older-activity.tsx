import { t } from '#language/t';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { lookedBackText } from './entry-days.ts';
import type { MergedHistory } from './use-merged-history.ts';

interface OlderActivityProps {
  history: MergedHistory;
  isNarrowed: boolean;
  /** Older pages are being read without being requested. */
  isReadingOn: boolean;
  onReadOn: () => void;
}

/** Reads older activity, and says how far back a narrowed list goes. Nothing when everything was read. */
export function OlderActivity({ history, isNarrowed, isReadingOn, onReadOn }: OlderActivityProps) {
  const now = useNow(DATE_REFRESH_MS);
  const { hasOlder, horizon, isReadingOlder, readOlder } = history;
  if (!hasOlder || horizon === null) return null;
  if (!isNarrowed) {
    return (
      <div className="activity-list__more">
        <Button isBusy={isReadingOlder} onClick={readOlder}>
          {t('Show older')}
        </Button>
      </div>
    );
  }
  return (
    <div className="activity-list__more">
      <p role="status">
        {isReadingOn
          ? t('Searching older activity')
          : Number.isFinite(horizon)
            ? lookedBackText(horizon, now)
            : ''}
      </p>
      <Button isBusy={isReadingOn || isReadingOlder} onClick={onReadOn}>
        {t('Search older')}
      </Button>
    </div>
  );
}
