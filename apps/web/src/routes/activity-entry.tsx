import { t } from '#language/t';
import './page-head.css';
import { Suspense } from 'react';
import { type Entry, parseEntryId } from '#domain/activity/entry-id';
import { useClaims } from '../claims/api/claims.ts';
import { useOwnAddresses } from '../contacts/own-addresses.ts';
import {
  EntrySkeleton,
  FailedEntry,
  UnknownEntry,
} from '../features/activity/details/entry-states.tsx';
import { useEntry } from '../features/activity/details/use-entry.ts';
import { useOperation } from '../features/operations/api/operation.ts';
import { useSwapOf } from '../features/swap/use-swap-of.ts';
import { lazyRoute } from '../lib/lazy-route.ts';
import { Link } from '../lib/navigation/navigation.tsx';
import { useParams } from '../lib/navigation/routes.tsx';
import { paths } from '../paths.ts';
import { buttonClassName } from '../ui/button.tsx';
import { EntryView } from './entry-view.tsx';

// Few payments are by link.
const ClaimEntry = lazyRoute(() => import('./claim-entry.tsx'));

/** /activity/:id/:entry: one entry of the activity, while it is in progress and afterwards. */
export default function ActivityEntry() {
  const { id = 'wallet', entry: entryId = '' } = useParams();
  return (
    <>
      <title>{t('Activity · Kax')}</title>
      <EntryOf key={entryId} entryId={entryId} backTo={paths.activity(id)} />
    </>
  );
}

function EntryOf({ entryId, backTo }: { entryId: string; backTo: string }) {
  const parts = parseEntryId(entryId);
  const operation = useOperation(parts?.kind === 'operation' ? parts.operationId : null);
  const { swap, isReading } = useSwapOf(parts?.kind === 'swap' ? parts.swapId : null);
  const claims = useClaims(parts?.kind === 'operation');
  const { page, isFetching, readAgain } = useEntry(entryId, {
    ownAddresses: useOwnAddresses(),
    claims: claims.data ?? NO_CLAIMS,
    operation: operation.data ?? null,
    swap,
    isReading: isReading || operation.isLoading,
  });
  // Without them, a payment by link would be one to an address that is no one’s.
  if (claims.isLoading) return <EntrySkeleton backTo={backTo} />;
  switch (page.at) {
    case 'loading':
      return <EntrySkeleton backTo={backTo} />;
    case 'failed':
      return (
        <FailedEntry
          backTo={backTo}
          message={page.message}
          isRetrying={isFetching}
          onRetry={readAgain}
        />
      );
    case 'unknown':
      return (
        <UnknownEntry
          backTo={backTo}
          isPrivateReady={page.isPrivateReady}
          actions={<Elsewhere parts={parts} backTo={backTo} />}
        />
      );
    case 'ready': {
      const { entry } = page;
      if (entry.claim !== null) {
        const known = operation.data ?? null;
        return (
          <Suspense fallback={<EntrySkeleton backTo={backTo} />}>
            <ClaimEntry entry={entry} claim={entry.claim} operation={known} backTo={backTo} />
          </Suspense>
        );
      }
      return (
        <EntryView
          {...page}
          backTo={backTo}
          operation={operation.data ?? null}
          isOutOfReach={operation.isError}
          isFetching={isFetching}
          onRetry={readAgain}
        />
      );
    }
  }
}

const NO_CLAIMS = [] as const;

/** Where the user may find it: an order or a swap has a list of its own. */
function Elsewhere({ parts, backTo }: { parts: Entry | null; backTo: string }) {
  const swaps = `${paths.exchange}?view=history`;
  return (
    <>
      <Link className={buttonClassName({ variant: 'filled' })} to={backTo}>
        {t('See all activity')}
      </Link>
      {parts?.kind === 'swap' ? (
        <Link className={buttonClassName({})} to={swaps}>
          {t('See your swaps')}
        </Link>
      ) : null}
      {parts?.kind === 'order' ? (
        <Link className={buttonClassName({})} to={paths.offRamping}>
          {t('See your sales')}
        </Link>
      ) : null}
    </>
  );
}
