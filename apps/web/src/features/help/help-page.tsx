import { t } from '#language/t';
import '../../ui/card.css';
import './help-page.css';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { helpTopics } from '../../help/help-topics.ts';
import { searchTopics } from '../../help/search-topics.ts';
import type { TopicGroup } from '../../help/topic.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ContactSection } from './contact-section.tsx';
import { TopicItem } from './topic-item.tsx';
import { useNamedTopic } from './use-named-topic.ts';
import { useOpenForPrint } from './use-open-for-print.ts';

/** Questions and answers, a search through them, and how to reach whoever runs this installation. */
export function HelpPage() {
  const [query, setQuery] = useState('');
  const named = useNamedTopic(() => setQuery(''));
  const ref = useOpenForPrint();
  const isSearching = query.trim() !== '';
  const shown = searchTopics(helpTopics, query);
  return (
    <div className="help-page" ref={ref}>
      <header className="help-page__head">
        <h1 className="page-title">{t('Help')}</h1>
        <p>{t('Short answers about your money, your keys and your privacy.')}</p>
        <SearchField label={t('Search questions')} value={query} onType={setQuery} />
        <p className="visually-hidden" role="status">
          {isSearching ? countText(shown) : ''}
        </p>
        {isSearching ? null : <Contents />}
      </header>
      {shown.map((group) => (
        <section
          key={group.id}
          id={group.id}
          className="card help-group"
          aria-labelledby={titleId(group)}
        >
          <h2 className="card-title" id={titleId(group)}>
            {group.title}
          </h2>
          {group.topics.map((each) => (
            <TopicItem key={each.id} topic={each} isNamed={each.id === named} />
          ))}
        </section>
      ))}
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchX className="icon" size={24} aria-hidden="true" />}
          title={t('Nothing found for “{query}”', { query: query.trim() })}
        >
          {t('Try another word, or write to us.')}
        </EmptyState>
      ) : null}
      <ContactSection />
    </div>
  );
}

function titleId({ id }: TopicGroup): string {
  return `${id}-title`;
}

/** Links to the groups, for those who don't know what to search for. */
function Contents() {
  return (
    <nav className="help-contents" aria-label={t('Topics')}>
      {[...helpTopics, CONTACT].map(({ id, title }) => (
        <Link key={id} to={paths.helpOn(id)}>
          {title}
        </Link>
      ))}
    </nav>
  );
}

const CONTACT = { id: 'contact', title: t('Contact') } as const;

function countText(groups: readonly TopicGroup[]): string {
  const count = groups.reduce((sum, { topics }) => sum + topics.length, 0);
  if (count === 0) return t('No answers');
  return t('{count, plural, one {# answer} other {# answers}}', { count });
}
