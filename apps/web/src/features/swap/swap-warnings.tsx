import { HIGH_SLIPPAGE_BPS, slippagePercent } from '#domain/swap/slippage';
import { t } from '#language/t';
import type { SwapRoute } from '#wire/exchange/route';
import { Notice } from '../../ui/notice.tsx';
import { HIGH_LOSS_BPS, lossBps } from './route-figures.ts';
import type { ShownPrices } from './shown-prices.ts';

interface PriceWarningsProps {
  route: SwapRoute;
  prices: ShownPrices;
}

/** Warns when a route loses much of the value. */
export function PriceWarnings({ route, prices }: PriceWarningsProps) {
  const lost = lossBps(route, prices);
  if (route.resultType !== 'HIGH_IMPACT' && (lost === null || lost < HIGH_LOSS_BPS)) return null;
  return (
    <Notice tone="warn" title={t('High price impact.')}>
      {lost === null
        ? t('This swap loses much of its value. A smaller amount may lose less.')
        : t('This swap loses {percent}% of its value. A smaller amount may lose less.', {
            percent: slippagePercent(lost - (lost % 10)),
          })}
    </Notice>
  );
}

/** Warns about a slippage high enough to invite front-running. */
export function SlippageWarning({ slippageBps }: { slippageBps: number }) {
  if (slippageBps < HIGH_SLIPPAGE_BPS) return null;
  return (
    <Notice tone="warn" title={t('High slippage.')}>
      {t('You may receive up to {percent}% less than quoted.', {
        percent: slippagePercent(slippageBps),
      })}
    </Notice>
  );
}
