import { pageLocale, t, translated } from '#language/t';
import './swap-history.css';
import { Check, ChevronDown, ChevronRight, CircleAlert, History, Undo2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SwapView } from '#wire/exchange/swap-view';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useMoney } from '../../state/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Summary } from '../../ui/summary.tsx';
import { useSwapHistory } from './api/swap-history.ts';
import { isUnconfirmed } from './is-unconfirmed.ts';
import { amountText, totalSeconds } from './route-figures.ts';
import { AssetMark } from './route-hops.tsx';
import { swapFacts } from './swap-facts.tsx';
import { SwapProgress } from './swap-progress.tsx';
import { swapperName } from './swapper-name.ts';

interface SwapHistoryProps {
  /** The swap that is expanded at first. */
  openId: string | null;
  isHidden: boolean;
}

/** Past and current swaps, newest first. */
export function SwapHistory({ openId, isHidden }: SwapHistoryProps) {
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage } =
    useSwapHistory(true);
  const [opened, setOpened] = useState(openId);
  if (isPending) return <HistorySkeletons />;
  if (data === undefined) {
    return (
      <Card>
        <ErrorState
          title={t('Couldn’t load your swap history')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {error?.message}
        </ErrorState>
      </Card>
    );
  }
  const swaps = data.pages.flatMap((page) => page.data);
  if (swaps.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<History className="icon" size={24} aria-hidden="true" />}
          title={t('No swaps yet')}
          actions={<Link to={paths.exchange}>{t('Start a swap')}</Link>}
        >
          {t('Your swaps appear here, with every step.')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card className="swap-history">
      <ul>
        {swaps.map((swap) => (
          <SwapRow
            key={swap.requestId}
            swap={swap}
            isOpen={opened === swap.requestId}
            isHidden={isHidden}
            onToggle={() => setOpened(opened === swap.requestId ? null : swap.requestId)}
          />
        ))}
      </ul>
      {hasNextPage ? <Button onClick={() => void fetchNextPage()}>{t('Show more')}</Button> : null}
    </Card>
  );
}

interface SwapRowProps {
  swap: SwapView;
  isOpen: boolean;
  isHidden: boolean;
  onToggle: () => void;
}

function SwapRow({ swap, isOpen, isHidden, onToggle }: SwapRowProps) {
  const [first, last] = [swap.swaps[0], swap.swaps.at(-1)];
  if (!first || !last) return null;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="swap-row">
      <button type="button" className="swap-row__line" aria-expanded={isOpen} onClick={onToggle}>
        <span className="swap-row__marks">
          <AssetMark asset={first.from} size={32} />
          <AssetMark asset={last.to} size={32} />
        </span>
        <span className="swap-row__text">
          <b>
            <Secret isHidden={isHidden} width="12em">
              {t('{sold} to {received}', {
                sold: amountText(swap.amount, first.from),
                received: amountText(swap.outputAmount, last.to),
              })}
            </Secret>
          </b>
          <span>{statusOf(swap)}</span>
        </span>
        <time dateTime={swap.createdAt}>{TIME.format(new Date(swap.createdAt))}</time>
        <SwapBadge swap={swap} />
        <Chevron className="icon" size={18} aria-hidden="true" />
      </button>
      {isOpen ? <SwapDetails swap={swap} isHidden={isHidden} /> : null}
    </li>
  );
}

const TIME = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeStyle: 'short' });

function statusOf(swap: SwapView): string {
  const count = swap.swaps.length;
  if (isUnconfirmed(swap)) return t('Reported by the exchange, not confirmed by us.');
  if (swap.status === 'completed') {
    return t('{count, plural, one {# step} other {# steps}}, about {seconds} seconds', {
      count,
      seconds: totalSeconds(swap.swaps),
    });
  }
  if (swap.error !== null) return translated(swap.error);
  const step = swap.currentStep;
  const hop = swap.swaps[step - 1];
  return hop
    ? t('Step {step} of {count}, {name}', { step, count, name: swapperName(hop.swapperId) })
    : t('Step {step} of {count}', { step, count });
}

const icon = { className: 'icon', size: 12, 'aria-hidden': true } as const;

/** The status labels of §4, plus badges for refunded and partial swaps. */
function SwapBadge({ swap }: { swap: SwapView }) {
  return (
    <span className="swap-row__badges">
      {badgeOf(swap)}
      {swap.isRefunded ? (
        <Badge tone="plain" icon={<Undo2 {...icon} />}>
          {t('Refunded')}
        </Badge>
      ) : null}
      {swap.isPartial ? <Badge tone="warn">{t('Partial')}</Badge> : null}
    </span>
  );
}

function badgeOf(swap: SwapView): ReactNode {
  const { status } = swap;
  if (isUnconfirmed(swap)) {
    return (
      <Badge tone="warn" icon={<CircleAlert {...icon} />}>
        {t('Not confirmed')}
      </Badge>
    );
  }
  if (status === 'completed') {
    return (
      <Badge tone="good" icon={<Check {...icon} />}>
        {t('Success')}
      </Badge>
    );
  }
  if (status === 'failed') {
    return (
      <Badge tone="bad" icon={<X {...icon} />}>
        {t('Failed')}
      </Badge>
    );
  }
  return (
    <Badge tone="accent" icon={<Spinner size={12} />}>
      {t('Processing')}
    </Badge>
  );
}

function SwapDetails({ swap, isHidden }: { swap: SwapView; isHidden: boolean }) {
  return (
    <div className="swap-row__details">
      <SwapProgress swap={swap} isHidden={isHidden} />
      <Summary rows={swapFacts(swap, isHidden, useMoney())} />
    </div>
  );
}

function HistorySkeletons() {
  return (
    <Card className="swap-history">
      <div aria-busy="true" role="status" aria-label={t('Loading swap history')}>
        {['first', 'second', 'third'].map((name) => (
          <div key={name} className="swap-row__line">
            <Skeleton width={56} height={32} />
            <span className="swap-row__text">
              <Skeleton width="16em" />
              <Skeleton width="10em" />
            </span>
            <Skeleton width="6em" />
          </div>
        ))}
      </div>
    </Card>
  );
}
