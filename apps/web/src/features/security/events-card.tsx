import { History } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '#language/t';
import { dayAndClockText, wholeDateText } from '../../lib/elapsed.ts';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSecurityEvents } from './api/security-events.ts';
import { labelByEvent } from './event-labels.ts';
import { SecurityCard } from './security-card.tsx';

const SHOWN_FIRST = 5;
const LOADING_ROWS = ['first', 'second', 'third'] as const;

/** What happened to the security of the account: the latest, or everything. */
export function EventsCard() {
  const { data: events, isError, isFetching, refetch } = useSecurityEvents();
  const [isWhole, setIsWhole] = useState(false);
  const id = useId();
  const shown = isWhole ? events : events?.slice(0, SHOWN_FIRST);
  const hasMore = (events?.length ?? 0) > SHOWN_FIRST;

  return (
    <div id={id} className="security-events">
      <SecurityCard
        place="events"
        title={t('Recent security events')}
        foot={
          hasMore ? (
            <button
              type="button"
              className="security-link"
              aria-expanded={isWhole}
              aria-controls={id}
              onClick={() => setIsWhole(!isWhole)}
            >
              {isWhole ? t('Show fewer events') : t('Show all events')}
            </button>
          ) : null
        }
      >
        {events === undefined && !isError ? <EventSkeletons /> : null}
        {events === undefined && isError ? (
          <SettingRow
            Icon={History}
            title={t('Couldn’t load your events')}
            aside={
              <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
                {t('Try again')}
              </Button>
            }
          >
            {t('Nothing changed.')}
          </SettingRow>
        ) : null}
        {events?.length === 0 ? (
          <SettingRow Icon={History} title={t('No events yet')}>
            {t('Sign-ins and changes appear here.')}
          </SettingRow>
        ) : null}
        {shown?.map(({ id: eventId, event, at, ip, place }) => {
          const { text, Icon, isWarning = false } = labelByEvent[event];
          return (
            <SettingRow
              key={eventId}
              Icon={Icon}
              isWarning={isWarning}
              title={text}
              aside={
                <time dateTime={at} title={wholeDateText(Date.parse(at))}>
                  {dayAndClockText(Date.parse(at))}
                </time>
              }
            >
              {[place, ip].filter(Boolean).join(' · ') || 'Kax'}
            </SettingRow>
          );
        })}
      </SecurityCard>
    </div>
  );
}

function EventSkeletons() {
  return LOADING_ROWS.map((row) => (
    <li key={row} className="setting-row setting-row--icon" aria-hidden="true">
      <Skeleton width={40} height={40} />
      <div className="setting-row__text">
        <Skeleton width={150} />
        <Skeleton width={110} height={12} />
      </div>
      <Skeleton width={76} height={12} />
    </li>
  ));
}
