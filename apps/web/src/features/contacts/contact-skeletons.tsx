import { t } from '#language/t';
import '../../ui/card.css';
import './contact-list.css';
import './contact-row.css';
import { Skeleton } from '../../ui/skeleton.tsx';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** Placeholder rows, the size of the rows that replace them. */
export function ContactSkeletons() {
  return (
    <section className="card contact-list" aria-label={t('Contacts')} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('Loading contacts')}
      </span>
      <div className="contact-list__tools">
        <Skeleton height={40} />
        <Skeleton width={150} height={32} />
      </div>
      <ul>
        {ROWS.map((row) => (
          <li key={row} className="contact-row" data-testid="contact-skeleton">
            <Skeleton width={40} height={40} isRound />
            <Lines widths={[120, 88]} />
            <Skeleton width={64} />
            <Lines widths={[48, 72]} className="contact-row__paid" />
            <Skeleton width={56} height={32} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LinesProps {
  widths: readonly [number, number];
  className?: string;
}

function Lines({ widths, className = '' }: LinesProps) {
  return (
    <div className={`contact-row__lines ${className}`}>
      <Skeleton width={widths[0]} height={13} />
      <Skeleton width={widths[1]} height={10} />
    </div>
  );
}
