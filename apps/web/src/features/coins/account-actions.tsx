import './account-actions.css';
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  CreditCard,
  type LucideIcon,
  Shield,
  ShieldOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Coin } from '#wire/wallet/coin';
import { paths } from '../../paths.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { CoinAction } from './coin-actions.tsx';
import type { CoinsView } from './coins-view.ts';
import { firstUsable } from './usable-coin.ts';

interface AccountActionsProps {
  mode: WalletMode;
  /** The balance of that mode. */
  view: CoinsView;
  onOpen: (action: CoinAction, coin: Coin | null) => void;
}

/** The five buttons of the account card, in words. Each starts with the first coin that it applies to. */
export function AccountActions({ mode, view, onOpen }: AccountActionsProps) {
  const first = firstUsable(view);
  const shieldable = firstUsable(view, (coin) => coin.isShieldable);
  const start = (action: CoinAction, coin: Coin | null) => () => coin && onOpen(action, coin);
  const isPublic = mode === 'public';
  const pay = isPublic ? 'send' : 'internal-transfer';
  const move = isPublic ? 'shield' : 'unshield';
  return (
    <>
      <Named tooltip={isPublic ? null : 'Internal Transfer'}>
        <Button
          className="account-action"
          variant={first ? 'filled' : 'outlined'}
          icon={<ArrowUpRight {...icon} />}
          disabled={first === null}
          onClick={start(pay, first)}
        >
          {isPublic ? 'Send' : 'Send privately'}
        </Button>
      </Named>
      <Button
        className="account-action"
        icon={<ArrowDownLeft {...icon} />}
        disabled={isPublic && view.at === 'loading'}
        onClick={() => onOpen('receive', null)}
      >
        Receive
      </Button>
      <Named tooltip={isPublic ? 'Shield' : 'Unshield'}>
        <Button
          className="account-action account-action--across"
          data-mode={isPublic ? 'private' : 'public'}
          icon={isPublic ? <Shield {...icon} /> : <ShieldOff {...icon} />}
          disabled={shieldable === null}
          onClick={start(move, shieldable)}
        >
          {isPublic ? 'Make private' : 'Make public'}
        </Button>
      </Named>
      <PublicLink to={paths.exchange} Icon={ArrowLeftRight} label="Swap" isMarked={!isPublic} />
      <PublicLink to={paths.onRamping} Icon={CreditCard} label="Buy" isMarked={!isPublic} />
    </>
  );
}

const icon = { className: 'icon', size: 17, 'aria-hidden': true } as const;

/** The tooltip has the name that the action has everywhere else. */
function Named({ tooltip, children }: { tooltip: string | null; children: ReactNode }) {
  return tooltip === null ? children : <Tooltip text={tooltip}>{children}</Tooltip>;
}

interface PublicLinkProps {
  to: string;
  Icon: LucideIcon;
  label: string;
  /** Says that it uses the public balance, in private mode. */
  isMarked: boolean;
}

function PublicLink({ to, Icon, label, isMarked }: PublicLinkProps) {
  return (
    <Link to={to} className={buttonClassName({ className: 'account-action' })}>
      <Icon {...icon} />
      <span>
        {label}
        {isMarked ? (
          <small data-mode="public">
            <ModeMark mode="public" size={11} /> Public
          </small>
        ) : null}
      </span>
    </Link>
  );
}
