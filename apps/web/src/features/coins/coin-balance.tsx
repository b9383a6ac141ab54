import './coin-balance.css';
import { CircleCheck, Clock } from 'lucide-react';
import {
  baseUnitsToDisplay,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import type { Coin } from '#wire/wallet/coin';
import { useNow } from '../../lib/use-now.ts';
import { Amount } from '../../ui/amount.tsx';
import { Secret } from '../../ui/secret.tsx';
import { pendingParts, pendingReasonText, untilText } from './pending-parts.ts';
import { coinValueUsd } from './total-balance.ts';

interface CoinBalanceProps {
  coin: Coin;
  isHidden: boolean;
}

const BALANCE_PLACES = 4;
const UNTIL_REFRESH_MS = 10_000;

/** The whole balance of a coin, including what is pending, and its value. */
export function CoinBalance({ coin, isHidden }: CoinBalanceProps) {
  const value = coinValueUsd(coin);
  return (
    <div className="coin-row__lines coin-row__balance">
      <CoinAmount coin={coin} units={BigInt(coin.balanceBaseUnits)} isHidden={isHidden} />
      <span className="coin-row__second">
        <Secret isHidden={isHidden} width="5.4em">
          {value === null ? '—' : `≈ ${formatUsd(value, { places: 4, rounding: 'down' })}`}
        </Secret>
      </span>
    </div>
  );
}

/** Splits a balance into spendable and pending, with the reason and the time. */
export function CoinPending({ coin, isHidden }: CoinBalanceProps) {
  const now = useNow(UNTIL_REFRESH_MS);
  return (
    <ul className="coin-pending" aria-label={`Spendable and pending ${coin.symbol}`}>
      <li>
        <CircleCheck className="icon" size={14} aria-hidden="true" />
        <span>
          <CoinAmount coin={coin} units={BigInt(coin.availableBaseUnits)} isHidden={isHidden} />{' '}
          spendable now
        </span>
      </li>
      {pendingParts(coin).map((part) => (
        <li key={part.reason} className="coin-pending__wait">
          <Clock className="icon" size={14} aria-hidden="true" />
          <span>
            <CoinAmount coin={coin} units={part.units} isHidden={isHidden} /> pending:{' '}
            {pendingReasonText(part)}, {untilText(part, now)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shows four decimals; the title has all of them. */
function CoinAmount({ coin, units, isHidden }: CoinBalanceProps & { units: bigint }) {
  const shown = formatBaseUnits(units, coin.decimals, { places: BALANCE_PLACES, rounding: 'down' });
  const exact = `${groupThousands(baseUnitsToDisplay(units, coin.decimals))} ${coin.symbol}`;
  return (
    <Secret isHidden={isHidden} width="7em">
      <span title={exact}>
        <Amount text={groupThousands(shown)} symbol={coin.symbol} />
      </span>
    </Secret>
  );
}
