import { t } from '#language/t';
import { Pill } from '../../ui/pill.tsx';
import { SearchField } from '../../ui/search-field.tsx';

interface ContactToolsProps {
  query: string;
  counts: { readonly all: number; readonly onKax: number };
  isOnKaxOnly: boolean;
  onType: (text: string) => void;
  onFilter: (isOnKaxOnly: boolean) => void;
}

/** The search and the filter. */
export function ContactTools({ query, counts, isOnKaxOnly, onType, onFilter }: ContactToolsProps) {
  return (
    <div className="contact-list__tools">
      <SearchField label={t('Search contacts')} value={query} onType={onType} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className="contact-list__filters" role="group" aria-label={t('Show')}>
        <Pill isPressed={!isOnKaxOnly} onClick={() => onFilter(false)}>
          {t('All {count}', { count: counts.all })}
        </Pill>
        <Pill isPressed={isOnKaxOnly} onClick={() => onFilter(true)}>
          {t('On Kax {count}', { count: counts.onKax })}
        </Pill>
      </div>
    </div>
  );
}
