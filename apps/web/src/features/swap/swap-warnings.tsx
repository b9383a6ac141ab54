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
  const share = lost === null ? 'much' : `${slippagePercent(lost - (lost % 10))}%`;
  return (
    <Notice tone="warn" title={t('High price impact.')}>
      {t('This swap loses {share} of its value. A smaller amount may lose less.', { share })}
    </Notice>
  );
}

/** Warns about a slippage high enough to invite front-running. */
export function SlippageWarning({ slippageBps }: { slippageBps: number }) {
  if (slippageBps < HIGH_SLIPPAGE_BPS) return null;
  return (
    <Notice tone="warn" title={t('High slippage.')}>
      {t('You may receive up to {slippagePercent}% less than quoted.', {
        slippagePercent: slippagePercent(slippageBps),
      })}
    </Notice>
  );
}
