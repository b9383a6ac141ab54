import { valueInUsd } from '#domain/price/value-in-usd';
import type { SwapToken } from '#wire/exchange/swap-blockchains';
import { useMoney } from '../../state/money.ts';
import { Change } from '../../ui/change.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useSwapCoin } from './api/swap-coin.ts';
import { useSwapCoinHistory } from './api/swap-coin-history.ts';

/** The price of the token to receive, as the rest of the screen counts with it, and its last day. */
export function TokenPrice({ token }: { token: SwapToken }) {
  const { data: coin } = useSwapCoin(token.id);
  const { data: history } = useSwapCoinHistory(token.id);
  const money = useMoney();
  const { usdPrice } = token;
  if (usdPrice === null) return null;
  return (
    <div className="token-price">
      <Mark src={token.image} letters={token.symbol} size={24} />
      <span>
        1 {token.symbol} ={' '}
        {money.text(valueInUsd(1n, 0, usdPrice), { places: 2, rounding: 'down' })}
      </span>
      <Change percent={coin?.price.change ?? null} />
      <Sparkline samples={history?.prices ?? []} />
    </div>
  );
}
