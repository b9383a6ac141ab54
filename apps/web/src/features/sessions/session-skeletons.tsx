import { t } from '#language/t';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const ROWS = ['first', 'second', 'third'] as const;

/** Placeholder for the list until it is first read: 'Loading sessions...'. */
export function SessionSkeletons() {
  return (
    <Card>
      <p className="session-skeletons__text" role="status">
        {t('Loading sessions...')}
      </p>
      <div className="session-list" aria-hidden="true">
        {ROWS.map((row) => (
          <div className="session-row" key={row}>
            <Skeleton width={40} height={40} />
            <div className="session-row__device">
              <Skeleton width={150} />
              <Skeleton width={110} height={12} />
            </div>
            <div className="session-row__place">
              <Skeleton width={96} />
              <Skeleton width={84} height={12} />
            </div>
            <div className="session-row__activity">
              <Skeleton width={80} />
              <Skeleton width={120} height={12} />
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}
