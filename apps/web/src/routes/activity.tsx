import { t } from '#language/t';
import './page-head.css';
import { useDeferredValue } from 'react';
import { type Balance, balanceOf, filterOf } from '../features/activity/activity-filter.ts';
import { ActivityList } from '../features/activity/activity-list.tsx';
import { ActivityNarrowing } from '../features/activity/activity-narrowing.tsx';
import { ActivityTools } from '../features/activity/activity-tools.tsx';
import { useCoinsView } from '../features/coins/use-coins-view.ts';
import { useSearchParams } from '../lib/navigation/navigation.tsx';
import { useParams } from '../lib/navigation/routes.tsx';
import { useDiscretion } from '../state/discretion.ts';
import { useEntryContext } from './use-entry-context.ts';
import { useKeptQuery } from './use-kept-query.ts';

/** /activity/:id (§2 Activity): what the user did and received with one coin or with all of the wallet. */
export default function Activity() {
  const { id = 'wallet' } = useParams();
  const [search, setSearch] = useSearchParams();
  const isHidden = useDiscretion();
  const { query, kept, type, keep } = useKeptQuery();
  const shownQuery = useDeferredValue(query.trim());
  const context = useEntryContext();
  const { view } = useCoinsView('public');
  const coins = view.at === 'ready' ? view.coins : NO_COINS;
  const wanted = balanceOf(search.get('balance'));
  const balances = balancesOf(id, view);
  const balance = balances === 'all' ? wanted : balances;
  const filter = filterOf(search.get('type'));

  function change(name: string, value: string | null) {
    const next = new URLSearchParams(search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true, state: kept });
  }

  return (
    <>
      <title>{t('Recent Activity · Kax')}</title>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('Recent Activity')}</h1>
          <p className="page-head__more">{SENTENCE_BY_BALANCE[balance ?? 'both']}</p>
        </div>
        <div className="page-head__tools">
          <ActivityTools
            wanted={{ balance, id, filter, context }}
            coins={wanted === 'private' ? coins.filter((coin) => coin.isShieldable) : coins}
          />
        </div>
      </div>
      <ActivityNarrowing
        query={query}
        balance={balances === 'all' ? wanted : null}
        filter={filter}
        onType={type}
        onLeaveSearch={keep}
        onBalance={(next) => change('balance', next === 'both' ? null : next)}
        onFilter={(next) => change('type', next === 'everything' ? null : next)}
      />
      <ActivityList
        key={id}
        balance={balance}
        id={id}
        filter={filter}
        query={shownQuery}
        context={context}
        coins={coins}
        isHidden={isHidden}
        onShowAll={() => {
          type('');
          change('type', null);
        }}
      />
      {balance === 'private' ? (
        <p className="page-foot">
          {t('Polygon shows none of this. Our server reads it for you to keep it up to date.')}
        </p>
      ) : null}
    </>
  );
}

const NO_COINS = [] as const;

const SENTENCE_BY_BALANCE: Readonly<Record<Balance, string>> = {
  both: t('Both balances, newest first. One line for each thing you did.'),
  public: t('Public balance, newest first. One line for each thing you did.'),
  private: t('Private balance, newest first. One line for each thing you did.'),
};

/** @returns `all` where there is a choice; null while that isn’t known. Only shieldable coins have a private balance. */
function balancesOf(
  id: string,
  view: ReturnType<typeof useCoinsView>['view'],
): 'all' | 'public' | null {
  if (id === 'wallet' || view.at === 'failed') return 'all';
  if (view.at === 'loading') return null;
  return view.coins.find((coin) => coin.id === id)?.isShieldable === true ? 'all' : 'public';
}
