import { t } from '#language/t';
import { clockText } from '../../lib/elapsed.ts';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { dayOf } from './entry-days.ts';
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
        {isReadingOn ? t('Searching older activity') : lookedBackText(horizon, now)}
      </p>
      <Button isBusy={isReadingOn || isReadingOlder} onClick={onReadOn}>
        {t('Search older')}
      </Button>
    </div>
  );
}

function lookedBackText(horizon: number, now: number): string {
  if (!Number.isFinite(horizon)) return '';
  return t('Looked back to {pastDay}.', { pastDay: pastDayText(horizon, now) });
}

/** @returns the day as it reads in a sentence, as in `3 November` or `14:05 today` */
function pastDayText(at: number, now: number): string {
  const day = dayOf(at, now);
  if (day === 'Today') return t('{clock} today', { clock: clockText(at) });
  return day === 'Yesterday' ? 'yesterday' : day;
}
