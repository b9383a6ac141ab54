import { t } from '#language/t';
import './coin-balance.css';
import { CircleCheck, Clock } from 'lucide-react';
import { baseUnitsToDisplay, formatBaseUnits } from '#domain/amount/base-units-to-display';
import type { Coin } from '#wire/wallet/coin';
import { localAmount, localFigure } from '../../lib/local-figure.ts';
import { useNow } from '../../lib/use-now.ts';
import { useMoney } from '../../state/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { FittedAmount } from '../../ui/fitted-amount.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import { pendingParts, pendingText } from './pending-parts.ts';
import { coinValueUsd } from './total-balance.ts';

interface CoinBalanceProps {
  coin: Coin;
  isHidden: boolean;
}

const BALANCE_PLACES = 4;
const UNTIL_REFRESH_MS = 10_000;

/** The whole balance of a coin, including what is pending, and its value. A long one is exact, on a line of its own. */
export function CoinBalance({ coin, isHidden }: CoinBalanceProps) {
  const units = BigInt(coin.balanceBaseUnits);
  const isLong = hasLongBalance(coin) && !isHidden;
  return (
    <div className="coin-row__lines coin-row__balance">
      {isLong ? (
        <LongAmount coin={coin} />
      ) : (
        <CoinAmount coin={coin} units={units} isHidden={isHidden} />
      )}
      <span className="coin-row__second">
        {isLong ? (
          <span className="coin-row__unit" title={coin.symbol}>
            {coin.symbol}
          </span>
        ) : null}
        <Secret isHidden={isHidden} width="5.4em">
          <CoinValue coin={coin} />
        </Secret>
      </span>
    </div>
  );
}

/** As many characters as fit beside a coin's name on a phone. */
const LONG = 18;

/** @returns whether a balance is too long, or its symbol is, to be shown beside the coin's name */
export function hasLongBalance({ balanceBaseUnits, decimals, symbol }: Coin): boolean {
  return `${shownText(BigInt(balanceBaseUnits), decimals)} ${symbol}`.length > LONG;
}

function LongAmount({ coin }: { coin: Coin }) {
  const exact = localFigure(baseUnitsToDisplay(BigInt(coin.balanceBaseUnits), coin.decimals));
  return (
    <span className="coin-row__figure">
      <FittedAmount text={exact} title={`${exact} ${coin.symbol}`} />
    </span>
  );
}

function CoinValue({ coin }: { coin: Coin }) {
  const money = useMoney();
  const value = coinValueUsd(coin);
  if (value === null) return '—';
  return (
    <span title={money.text(value, { places: 4, rounding: 'down' })}>
      ≈ {money.short(value, 4)}
    </span>
  );
}

/** Splits a balance into spendable and pending, with the reason and the time. */
export function CoinPending({ coin, isHidden }: CoinBalanceProps) {
  const now = useNow(UNTIL_REFRESH_MS);
  return (
    <ul
      className="coin-pending"
      aria-label={t('Spendable and pending {symbol}', { symbol: coin.symbol })}
    >
      <li>
        <CircleCheck className="icon" size={14} aria-hidden="true" />
        <span>
          {rich('{amount} spendable now', {
            amount: (
              <CoinAmount coin={coin} units={BigInt(coin.availableBaseUnits)} isHidden={isHidden} />
            ),
          })}
        </span>
      </li>
      {pendingParts(coin).map((part) => (
        <li key={part.reason} className="coin-pending__wait">
          <Clock className="icon" size={14} aria-hidden="true" />
          <span>
            <CoinAmount coin={coin} units={part.units} isHidden={isHidden} />{' '}
            {pendingText(part, now)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shows four decimals; the title has all of them. */
function CoinAmount({ coin, units, isHidden }: CoinBalanceProps & { units: bigint }) {
  const exact = localAmount(baseUnitsToDisplay(units, coin.decimals), coin.symbol);
  return (
    <Secret isHidden={isHidden} width="7em">
      <span title={exact}>
        <Amount text={shownText(units, coin.decimals)} symbol={coin.symbol} />
      </span>
    </Secret>
  );
}

function shownText(units: bigint, decimals: number): string {
  return localFigure(
    formatBaseUnits(units, decimals, { places: BALANCE_PLACES, rounding: 'down' }),
  );
}
