import './page-head.css';
import { useParams, useSearchParams } from 'react-router';
import { ACTIVITY_TYPES } from '#domain/activity/activity';
import { ActivityFilters } from '../features/activity/activity-filters.tsx';
import { ActivityList } from '../features/activity/activity-list.tsx';
import { useKnownCoins } from '../features/coins/use-known-coins.ts';
import { paths } from '../paths.ts';
import { useDiscretion } from '../state/discretion.ts';
import { useWalletMode } from '../state/wallet-mode.ts';
import { BackLink } from '../ui/back-link.tsx';
import { ModeChip } from '../ui/mode-mark.tsx';

/** /activity/:id (§2 Activity): the transactions of one coin or of the whole wallet, in the current mode. */
export default function Activity() {
  const { id = 'wallet' } = useParams();
  const [search, setSearch] = useSearchParams();
  const mode = useWalletMode();
  const isHidden = useDiscretion();
  const coins = useKnownCoins();
  const type = ACTIVITY_TYPES.find((each) => each === search.get('type'));
  return (
    <>
      <title>Recent Activity · Kax</title>
      <div className="page-head">
        <div>
          <BackLink to={paths.dashboard}>PiggyBank</BackLink>
          <h1 className="page-title">Recent Activity</h1>
        </div>
        <div className="page-head__tools">
          <ModeChip mode={mode} />
          <ActivityFilters
            mode={mode}
            id={id}
            type={type}
            coins={mode === 'private' ? coins.filter((coin) => coin.isShieldable) : coins}
            onType={(next) => setSearch(next ? { type: next } : {}, { replace: true })}
          />
        </div>
      </div>
      <ActivityList
        mode={mode}
        id={id}
        type={type}
        isHidden={isHidden}
        priceOf={(tokenId) => coins.find((coin) => coin.id === tokenId)?.price.price ?? null}
      />
      {mode === 'private' ? (
        <p className="page-foot">
          Polygon shows none of this. Our server reads it for you to keep it up to date.
        </p>
      ) : null}
    </>
  );
}
