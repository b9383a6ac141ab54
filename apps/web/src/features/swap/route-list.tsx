import { Fuel, Timer } from 'lucide-react';
import { t } from '#language/t';
import type { SwapRoute } from '#wire/exchange/route';
import { useMoney } from '../../state/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { FoundRoutes } from './api/swap-routes.ts';
import { QuoteAge } from './quote-age.tsx';
import { amountText, totalFeeText, totalSeconds, valueText } from './route-figures.ts';
import { RouteHops } from './route-hops.tsx';
import type { ShownPrices } from './shown-prices.ts';
import { StepTitle } from './step-title.tsx';
import { PriceWarnings } from './swap-warnings.tsx';

interface RouteListProps {
  found: FoundRoutes;
  prices: ShownPrices;
  isRefreshing: boolean;
  onRefresh: () => void;
  onSelect: (route: SwapRoute) => void;
}

/** The routes, best output first. */
export function RouteList(props: RouteListProps) {
  const { found, prices, isRefreshing, onRefresh, onSelect } = props;
  const { results, expiresAt } = found;
  return (
    <section className="route-list" aria-label={t('Routes')}>
      <div className="route-list__head">
        <StepTitle>
          {t('{count, plural, one {# route} other {# routes}}', { count: results.length })}
        </StepTitle>
        <QuoteAge expiresAt={expiresAt} isRefreshing={isRefreshing} onRefresh={onRefresh} />
      </div>
      {results.map((route, index) => (
        <RouteCard
          key={route.requestId}
          route={route}
          prices={prices}
          isFirst={index === 0}
          onSelect={() => onSelect(route)}
        />
      ))}
    </section>
  );
}

const TAG_LABELS: Readonly<Record<string, string>> = {
  RECOMMENDED: t('Best return'),
  FASTEST: t('Fastest'),
  LOWEST_FEE: t('Lowest fee'),
  HIGH_IMPACT: t('High price impact'),
};

/** @returns the route's tags as badges */
export function RouteTags({ route }: { route: SwapRoute }) {
  return (
    <span className="route-card__tags">
      {route.tags.map(({ value, label }) => (
        <Badge key={value} tone={toneOf(value)}>
          {TAG_LABELS[value] ?? label}
        </Badge>
      ))}
    </span>
  );
}

function toneOf(tag: string): 'accent' | 'warn' | 'plain' {
  if (tag === 'RECOMMENDED') return 'accent';
  return tag === 'HIGH_IMPACT' ? 'warn' : 'plain';
}

interface RouteCardProps {
  route: SwapRoute;
  prices: ShownPrices;
  isFirst: boolean;
  onSelect: () => void;
}

function RouteCard({ route, prices, isFirst, onSelect }: RouteCardProps) {
  const money = useMoney();
  const to = route.swaps.at(-1)?.to;
  if (to === undefined) return null;
  return (
    <article className={classNames('route-card', isFirst && 'route-card--first')}>
      <div className="route-card__head">
        <div>
          <h3>{amountText(route.outputAmount, to)}</h3>
          <p>
            {valueText(route.outputAmount, { ...to, usdPrice: prices.receive }, money) ??
              t('No price')}
          </p>
        </div>
        <RouteTags route={route} />
      </div>
      <RouteHops hops={route.swaps} />
      <PriceWarnings route={route} prices={prices} />
      <div className="route-card__foot">
        <span className="route-card__cost">
          <Fuel className="icon" size={14} aria-hidden="true" />
          {t('Total fee {fee}', { fee: totalFeeText(route.swaps, money) })}
        </span>
        <span className="route-card__cost">
          <Timer className="icon" size={14} aria-hidden="true" />
          {t('{seconds} seconds', { seconds: totalSeconds(route.swaps) })}
        </span>
        <Button size="sm" variant={isFirst ? 'filled' : 'outlined'} onClick={onSelect}>
          {t('Select Route')}
        </Button>
      </div>
    </article>
  );
}
