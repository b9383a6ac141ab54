import { t } from '#language/t';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Placeholder until the settings are first read. */
export function SecuritySkeletons() {
  return (
    <div className="security-grid">
      <p className="visually-hidden" role="status">
        {t('Loading your security settings...')}
      </p>
      <div className="security-grid__column" aria-hidden="true">
        <CardSkeleton rows={ROWS} />
        <CardSkeleton rows={ROWS.slice(0, 2)} />
      </div>
      <div className="security-grid__column" aria-hidden="true">
        <CardSkeleton rows={ROWS.slice(0, 2)} />
        <CardSkeleton rows={ROWS.slice(0, 2)} />
      </div>
    </div>
  );
}

function CardSkeleton({ rows }: { rows: readonly string[] }) {
  return (
    <Card className="security-card">
      <div className="security-card__head">
        <Skeleton width={140} height={20} />
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row} className="setting-row setting-row--icon">
            <Skeleton width={40} height={40} />
            <div className="setting-row__text">
              <Skeleton width={130} />
              <Skeleton width={190} height={12} />
            </div>
            <Skeleton width={56} height={28} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
