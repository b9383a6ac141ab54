import { t } from '#language/t';
import './coin-row.css';
import { memo } from 'react';
import { DECIMALS_SHOWN } from '#domain/amount/base-units-to-display';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';
import { useMoney } from '../../state/money.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Change } from '../../ui/change.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { CoinActions, type CoinActionsProps } from './coin-actions.tsx';
import { CoinBalance, CoinPending, hasLongBalance } from './coin-balance.tsx';
import { useHiddenRow } from './hidden-rows.tsx';

interface CoinRowProps extends CoinActionsProps {
  chainImage: string;
  /** Money has just arrived in it. */
  hasArrived: boolean;
  /** Its place among the coins of its chain, from 1, and their number. */
  position: number;
  count: number;
}

/** One coin: name, price, balance and actions. */
export const CoinRow = memo(function CoinRow(props: CoinRowProps) {
  const { chainImage, hasArrived, position, count, ...actions } = props;
  const { coin } = actions;
  const isHidden = useHiddenRow();
  return (
    <li
      // biome-ignore lint/a11y/noRedundantRoles: its list is the one around the chunks
      role="listitem"
      aria-setsize={count}
      aria-posinset={position}
      className={classNames('coin-row', !isHidden && hasLongBalance(coin) && 'coin-row--long')}
      data-arrived={hasArrived || undefined}
    >
      <Market coin={coin} chainImage={chainImage} />
      <CoinBalance coin={coin} isHidden={isHidden} />
      <CoinActions {...actions} />
      {coin.pending.length > 0 ? <CoinPending coin={coin} isHidden={isHidden} /> : null}
    </li>
  );
});

/** The part of a row without private figures. Memoized so that hiding figures is fast with many coins. */
const Market = memo(function Market({ coin, chainImage }: { coin: Coin; chainImage: string }) {
  const { change, samples } = coin.price;
  return (
    <>
      <div className="coin-row__coin">
        <Mark src={coin.image} letters={coin.symbol} badgeSrc={chainImage} />
        <div className="coin-row__lines">
          <span className="coin-row__name" title={coin.name}>
            {coin.name}
          </span>
          <span className="coin-row__second">
            <span className="coin-row__symbol" title={coin.symbol}>
              {coin.symbol}
            </span>
            <span className="coin-row__chain" title={coin.chain}>
              {coin.chainSymbol}
            </span>
            <span className="coin-row__short-price">
              <Price coin={coin} />
              {change === null ? null : <Change percent={change} />}
            </span>
          </span>
        </div>
      </div>
      <div className="coin-row__lines coin-row__price">
        <Price coin={coin} />
        <span className="coin-row__second">
          {coin.price.price === null ? t('No price') : <Change percent={change} />}
        </span>
      </div>
      <div className="coin-row__line">
        <Sparkline samples={samples} width={104} height={28} tone={toneOf(change)} />
      </div>
      <div className="coin-row__address">
        <ShortAddress address={coin.walletAddress} />
        <span className="coin-row__copy">
          <CopyButton text={coin.walletAddress} />
        </span>
      </div>
    </>
  );
});

function Price({ coin }: { coin: Coin }) {
  const money = useMoney();
  const { price } = coin.price;
  if (price === null) return <span>—</span>;
  const value = valueInUsd(1n, 0, price);
  return (
    <span title={money.exact(value)}>
      {money.text(value, { places: DECIMALS_SHOWN.price, rounding: 'nearest' })}
    </span>
  );
}

function toneOf(change: number | null): 'good' | 'bad' | 'plain' {
  if (change === null) return 'plain';
  return change >= 0 ? 'good' : 'bad';
}
