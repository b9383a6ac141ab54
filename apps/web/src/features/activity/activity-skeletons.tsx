import { t } from '#language/t';
import '../../ui/card.css';
import './activity-list.css';
import './activity-row.css';
import { Skeleton } from '../../ui/skeleton.tsx';

const SKELETON_COUNT = 6;

/** Placeholder rows, the size of the rows that replace them. */
export function ActivitySkeletons() {
  return (
    <section className="card activity-list" aria-label={t('Transactions')} aria-busy="true">
      <h2 className="activity-list__day">
        <Skeleton width={64} height={10} />
        <span className="visually-hidden" role="status">
          {t('Loading activity')}
        </span>
      </h2>
      <ul>
        {Array.from({ length: SKELETON_COUNT }, (_, index) => index).map((index) => (
          <li key={index} className="activity-row" data-testid="activity-skeleton">
            <Skeleton width={40} height={40} isRound />
            <Lines widths={[112, 84]} />
            <span>
              <Skeleton width={128} height={12} />
            </span>
            <span className="activity-row__status">
              <Skeleton width={84} height={20} />
            </span>
            <Lines widths={[112, 76]} className="activity-row__figures" />
            <span />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({
  widths,
  className = '',
}: {
  widths: readonly [number, number];
  className?: string;
}) {
  return (
    <div className={`activity-row__lines ${className}`}>
      <Skeleton width={widths[0]} height={13} />
      <Skeleton width={widths[1]} height={10} />
    </div>
  );
}
