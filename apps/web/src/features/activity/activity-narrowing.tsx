import { t } from '#language/t';
import './activity-narrowing.css';
import { useEffect, useRef } from 'react';
import { Pill } from '../../ui/pill.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import {
  ACTIVITY_FILTERS,
  type ActivityFilter,
  type Balance,
  labelByFilter,
} from './activity-filter.ts';

interface ActivityNarrowingProps {
  query: string;
  /** Null when the coin has only one balance, or isn’t known yet. */
  balance: Balance | null;
  filter: ActivityFilter;
  onType: (text: string) => void;
  onLeaveSearch: () => void;
  onBalance: (balance: Balance) => void;
  onFilter: (filter: ActivityFilter) => void;
}

const BALANCE_OPTIONS = [
  { value: 'both', label: t('Both') },
  { value: 'public', label: t('Public') },
  { value: 'private', label: t('Private') },
] as const;

/** What narrows the list: a search, the balance and a filter. */
export function ActivityNarrowing(props: ActivityNarrowingProps) {
  const { query, balance, filter, onType, onLeaveSearch, onBalance, onFilter } = props;
  return (
    <div className="activity-narrowing">
      <SearchField
        label={t('Search activity')}
        placeholder={t('Name, message, amount or hash')}
        value={query}
        onType={onType}
        onLeave={onLeaveSearch}
      />
      {balance === null ? null : (
        <Segmented
          label={t('Which balance')}
          look="joined"
          value={balance}
          options={BALANCE_OPTIONS}
          onChange={onBalance}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className="activity-narrowing__filters" role="group" aria-label={t('Show')}>
        {ACTIVITY_FILTERS.map((each) => (
          <FilterPill
            key={each}
            label={labelByFilter[each]}
            isPressed={each === filter}
            onPress={() => onFilter(each)}
          />
        ))}
      </div>
    </div>
  );
}

interface FilterPillProps {
  label: string;
  isPressed: boolean;
  onPress: () => void;
}

/** On narrow screens, the filters are a strip that scrolls sideways to the one that is on. */
function FilterPill({ label, isPressed, onPress }: FilterPillProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isPressed) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isPressed]);
  return (
    <Pill ref={ref} isPressed={isPressed} onClick={onPress}>
      {label}
    </Pill>
  );
}
