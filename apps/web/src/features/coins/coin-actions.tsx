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
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { paths } from '../../paths.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useOffReason } from './off-reason.ts';

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
  const name = t('{symbol} on {chain}', { symbol: coin.symbol, chain: coin.chain });
  const offReason = useOffReason();
  const items = mode === 'public' ? publicItems : privateItems;
  return (
    <div className="coin-row__actions">
      {coin.isShieldable ? <ShieldButton {...{ coin, mode, name, offReason, onAct }} /> : null}
      <IconButton
        label={t('Refresh {name}', { name })}
        tooltip={t('Refresh')}
        icon={<RefreshCw className="icon" size={17} />}
        offReason={offReason}
        isSpinning={isRefreshing}
        disabled={isRefreshing}
        onClick={() => onRefresh(coin.id)}
      />
      <Menu
        label={t('More actions for {name}', { name })}
        trigger={<Ellipsis className="icon" size={18} aria-hidden="true" />}
        triggerClassName="icon-button"
        items={items(coin, offReason, onAct)}
      />
    </div>
  );
});

interface ShieldButtonProps extends Pick<CoinActionsProps, 'coin' | 'mode' | 'onAct'> {
  name: string;
  offReason: string | null;
}

/** The button to shield or unshield a coin. Its text says what that does; its name and tooltip have the term. */
function ShieldButton({ coin, mode, name, offReason, onAct }: ShieldButtonProps) {
  const { action, label, term, longLabel, Icon } = MOVES[mode];
  return (
    <Tooltip text={offReason ?? term}>
      <Button
        offReason={offReason}
        className="coin-row__move"
        size="sm"
        data-mode={mode === 'public' ? 'private' : 'public'}
        aria-label={longLabel(name)}
        icon={<Icon className="icon" size={15} aria-hidden="true" />}
        data-leads-to={`?do=${action}`}
        onClick={() => onAct(action, coin)}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

const MOVES = {
  public: {
    action: 'shield',
    label: t('Make private'),
    term: t('Shield'),
    longLabel: (name: string) => t('Make private: Shield {name}', { name }),
    Icon: Shield,
  },
  private: {
    action: 'unshield',
    label: t('Make public'),
    term: t('Unshield'),
    longLabel: (name: string) => t('Make public: Unshield {name}', { name }),
    Icon: ShieldOff,
  },
} as const;

type Act = CoinActionsProps['onAct'];

function publicItems(coin: Coin, offReason: string | null, onAct: Act): readonly MenuItem[] {
  return [
    { label: t('Deposit'), icon: <Download {...menuIcon} />, to: paths.depositCurrency },
    {
      label: t('Send'),
      icon: <ArrowUpRight {...menuIcon} />,
      offReason,
      ...opening('send', coin, onAct),
    },
    receiveItem(coin, onAct),
    historyItem(coin),
  ];
}

function privateItems(coin: Coin, offReason: string | null, onAct: Act): readonly MenuItem[] {
  return [
    {
      label: t('Internal Transfer'),
      icon: <ArrowLeftRight {...menuIcon} />,
      offReason,
      ...opening('internal-transfer', coin, onAct),
    },
    receiveItem(coin, onAct),
    historyItem(coin),
  ];
}

function receiveItem(coin: Coin, onAct: Act): MenuItem {
  return {
    label: t('Receive'),
    icon: <ArrowDownLeft {...menuIcon} />,
    ...opening('receive', coin, onAct),
  };
}

function opening(action: CoinAction, coin: Coin, onAct: Act) {
  return { leadsTo: `?do=${action}`, onSelect: () => onAct(action, coin) };
}

function historyItem(coin: Coin): MenuItem {
  return { label: t('History'), icon: <History {...menuIcon} />, to: paths.activity(coin.id) };
}

const menuIcon = { className: 'icon', size: 16, 'aria-hidden': true } as const;
