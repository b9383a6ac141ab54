import { t } from '#language/t';
import '../../../ui/card.css';
import '../activity-list.css';
import './inbox-list.css';
import type { ReactNode } from 'react';
import type { InboxItem } from './inbox-item.ts';
import { InboxRow, type InboxRowParts } from './inbox-row.tsx';

interface InboxListProps {
  items: readonly InboxItem[];
  /** What happened later is new, milliseconds since 1970; null while that isn't known. */
  readUntil: number | null;
  isReading: boolean;
  partsOf: (item: InboxItem) => InboxRowParts;
  /** What reads older items; nothing when all were read. */
  older: ReactNode;
}

/** What is new, and below it what was read before; newest first. */
export function InboxList({ items, readUntil, isReading, partsOf, older }: InboxListProps) {
  const isNew = ({ at }: InboxItem) => readUntil !== null && at > readUntil;
  const groups = [
    { title: t('New'), listed: items.filter(isNew) },
    { title: t('Earlier'), listed: items.filter((item) => !isNew(item)) },
  ];
  return (
    <section
      className="card activity-list inbox-list"
      aria-label={t('Inbox')}
      aria-busy={isReading}
    >
      {groups.map(({ title, listed }) =>
        listed.length === 0 ? null : (
          <div className="inbox-list__group" key={title}>
            <h2 className="activity-list__day">{title}</h2>
            <ul>
              {listed.map((item) => (
                <InboxRow key={item.id} item={item} isNew={isNew(item)} {...partsOf(item)} />
              ))}
            </ul>
          </div>
        ),
      )}
      {older}
    </section>
  );
}
