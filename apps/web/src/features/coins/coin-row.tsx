import './coin-row.css';
import { ArrowDownLeft, ArrowUpRight, Download, Ellipsis, History, RefreshCw } from 'lucide-react';
import { memo } from 'react';
import {
  baseUnitsToDisplay,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import type { Coin } from '#wire/wallet/coin';
import { paths } from '../../paths.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Change } from '../../ui/change.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { coinValueUsd } from './total-balance.ts';

interface ActionsProps {
  coin: Coin;
  isRefreshing: boolean;
  onRefresh: (coinId: string) => void;
  onSend: (coin: Coin) => void;
  onReceive: (coin: Coin) => void;
}

interface CoinRowProps extends ActionsProps {
  chainImage: string;
  isHidden: boolean;
}

/** One coin: what it is, what it costs, how much of it there is, and what can be done with it. */
export const CoinRow = memo(function CoinRow({ chainImage, isHidden, ...actions }: CoinRowProps) {
  const { coin } = actions;
  return (
    <li className="coin-row">
      <Market coin={coin} chainImage={chainImage} />
      <Balance coin={coin} isHidden={isHidden} />
      <Actions {...actions} />
    </li>
  );
});

/** All that discretion does not touch, so that its switch is quick however many coins there are. */
const Market = memo(function Market({ coin, chainImage }: { coin: Coin; chainImage: string }) {
  const { change, samples } = coin.price;
  return (
    <>
      <div className="coin-row__coin">
        <Mark src={coin.image} letters={coin.symbol} badgeSrc={chainImage} />
        <div className="coin-row__lines">
          <span className="coin-row__name">{coin.name}</span>
          <span className="coin-row__second">
            <span className="coin-row__symbol">{coin.symbol}</span>
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
          {coin.price.price === null ? 'No price' : <Change percent={change} />}
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
  const { price } = coin.price;
  if (price === null) return <span>—</span>;
  return <span title={`$${price}`}>{priceText.format(price)}</span>;
}

const priceText = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

function toneOf(change: number | null): 'good' | 'bad' | 'plain' {
  if (change === null) return 'plain';
  return change >= 0 ? 'good' : 'bad';
}

const BALANCE_PLACES = 4;

function Balance({ coin, isHidden }: { coin: Coin; isHidden: boolean }) {
  const units = BigInt(coin.balanceBaseUnits);
  const value = coinValueUsd(coin);
  const shown = formatBaseUnits(units, coin.decimals, { places: BALANCE_PLACES, rounding: 'down' });
  const exact = `${groupThousands(baseUnitsToDisplay(units, coin.decimals))} ${coin.symbol}`;
  return (
    <div className="coin-row__lines coin-row__balance">
      <Secret isHidden={isHidden} width="7em">
        <span title={exact}>
          <Amount text={groupThousands(shown)} symbol={coin.symbol} />
        </span>
      </Secret>
      <span className="coin-row__second">
        <Secret isHidden={isHidden} width="5.4em">
          {value === null ? '—' : `~ ${formatUsd(value, { places: 4, rounding: 'down' })}`}
        </Secret>
      </span>
    </div>
  );
}

const Actions = memo(function Actions(props: ActionsProps) {
  const { coin, isRefreshing, onRefresh, onSend, onReceive } = props;
  const name = `${coin.symbol} on ${coin.chain}`;
  return (
    <div className="coin-row__actions">
      <IconButton
        label={`Refresh ${name}`}
        tooltip="Refresh"
        icon={<RefreshCw className="icon" size={17} />}
        isSpinning={isRefreshing}
        disabled={isRefreshing}
        onClick={() => onRefresh(coin.id)}
      />
      <Menu
        label={`More for ${name}`}
        trigger={<Ellipsis className="icon" size={18} aria-hidden="true" />}
        triggerClassName="icon-button"
        items={[
          { label: 'Deposit', icon: <Download {...menuIcon} />, to: paths.depositCurrency },
          { label: 'Send', icon: <ArrowUpRight {...menuIcon} />, onSelect: () => onSend(coin) },
          {
            label: 'Receive',
            icon: <ArrowDownLeft {...menuIcon} />,
            onSelect: () => onReceive(coin),
          },
          { label: 'History', icon: <History {...menuIcon} />, to: paths.activity(coin.id) },
        ]}
      />
    </div>
  );
});

const menuIcon = { className: 'icon', size: 16, 'aria-hidden': true } as const;
