import { t } from '#language/t';
import '../../../ui/card.css';
import '../activity-list.css';
import './inbox-list.css';
import './inbox-row.css';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Widths of both lines. */
const ROWS = [
  [180, 260],
  [220, 150],
  [160, 240],
  [200, 190],
] as const;

/** Placeholder rows, the size of the rows that replace them. */
export function InboxSkeletons() {
  return (
    <section className="card activity-list inbox-list" aria-label={t('Inbox')} aria-busy="true">
      <h2 className="activity-list__day">
        <Skeleton width={48} height={10} />
        <span className="visually-hidden" role="status">
          {t('Loading your inbox')}
        </span>
      </h2>
      <ul>
        {ROWS.map(([title, more]) => (
          <li key={title} className="inbox-row" data-testid="inbox-skeleton">
            <Skeleton width={40} height={40} isRound />
            <div className="inbox-row__text inbox-row__text--loading">
              <Skeleton width={`min(${title}px, 100%)`} height={13} />
              <Skeleton width={`min(${more}px, 100%)`} height={11} />
            </div>
            <Skeleton width={36} height={10} />
          </li>
        ))}
      </ul>
    </section>
  );
}
