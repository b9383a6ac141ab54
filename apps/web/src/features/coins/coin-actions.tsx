import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Download,
  Ellipsis,
  History,
  RefreshCw,
  Shield,
  ShieldOff,
} from 'lucide-react';
import { memo } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { paths } from '../../paths.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/** The actions that open a modal from a coin row. */
export type CoinAction = 'send' | 'receive' | 'shield' | 'unshield' | 'internal-transfer';

export interface CoinActionsProps {
  coin: Coin;
  mode: WalletMode;
  isRefreshing: boolean;
  onRefresh: (coinId: string) => void;
  onAct: (action: CoinAction, coin: Coin) => void;
}

/** Shield or unshield, refresh, and a menu with the rest (§2 row actions). */
export const CoinActions = memo(function CoinActions(props: CoinActionsProps) {
  const { coin, mode, isRefreshing, onRefresh, onAct } = props;
  const name = `${coin.symbol} on ${coin.chain}`;
  return (
    <div className="coin-row__actions">
      {coin.isShieldable ? (
        <ShieldButton coin={coin} mode={mode} name={name} onAct={onAct} />
      ) : null}
      <IconButton
        label={`Refresh ${name}`}
        tooltip="Refresh"
        icon={<RefreshCw className="icon" size={17} />}
        isSpinning={isRefreshing}
        disabled={isRefreshing}
        onClick={() => onRefresh(coin.id)}
      />
      <Menu
        label={`More actions for ${name}`}
        trigger={<Ellipsis className="icon" size={18} aria-hidden="true" />}
        triggerClassName="icon-button"
        items={mode === 'public' ? publicItems(coin, onAct) : privateItems(coin, onAct)}
      />
    </div>
  );
});

type ShieldButtonProps = Pick<CoinActionsProps, 'coin' | 'mode' | 'onAct'> & { name: string };

/** The button to shield or unshield a coin. Its text says what that does; its name and tooltip have the term. */
function ShieldButton({ coin, mode, name, onAct }: ShieldButtonProps) {
  const { action, label, term, Icon } = MOVES[mode];
  return (
    <Tooltip text={term}>
      <Button
        className="coin-row__move"
        size="sm"
        data-mode={mode === 'public' ? 'private' : 'public'}
        aria-label={`${label}: ${term} ${name}`}
        icon={<Icon className="icon" size={15} aria-hidden="true" />}
        onClick={() => onAct(action, coin)}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

const MOVES = {
  public: { action: 'shield', label: 'Make private', term: 'Shield', Icon: Shield },
  private: { action: 'unshield', label: 'Make public', term: 'Unshield', Icon: ShieldOff },
} as const;

type Act = CoinActionsProps['onAct'];

function publicItems(coin: Coin, onAct: Act): readonly MenuItem[] {
  return [
    { label: 'Deposit', icon: <Download {...menuIcon} />, to: paths.depositCurrency },
    { label: 'Send', icon: <ArrowUpRight {...menuIcon} />, onSelect: () => onAct('send', coin) },
    receiveItem(coin, onAct),
    historyItem(coin),
  ];
}

function privateItems(coin: Coin, onAct: Act): readonly MenuItem[] {
  return [
    {
      label: 'Internal Transfer',
      icon: <ArrowLeftRight {...menuIcon} />,
      onSelect: () => onAct('internal-transfer', coin),
    },
    receiveItem(coin, onAct),
    historyItem(coin),
  ];
}

function receiveItem(coin: Coin, onAct: Act): MenuItem {
  return {
    label: 'Receive',
    icon: <ArrowDownLeft {...menuIcon} />,
    onSelect: () => onAct('receive', coin),
  };
}

function historyItem(coin: Coin): MenuItem {
  return { label: 'History', icon: <History {...menuIcon} />, to: paths.activity(coin.id) };
}

const menuIcon = { className: 'icon', size: 16, 'aria-hidden': true } as const;
