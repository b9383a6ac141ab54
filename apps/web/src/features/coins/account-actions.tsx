import { t } from '#language/t';
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
import type { Coin } from '#wire/wallet/coin';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { CoinAction } from './coin-actions.tsx';
import type { CoinsView } from './coins-view.ts';
import { useOffReason } from './off-reason.ts';
import { firstUsable } from './usable-coin.ts';

interface AccountActionsProps {
  mode: WalletMode;
  /** The balance of that mode. */
  view: CoinsView;
  onOpen: (action: CoinAction, coin: Coin | null) => void;
}

/** The five buttons of the account card, in words. Each starts with the first coin that it applies to. */
export function AccountActions({ mode, view, onOpen }: AccountActionsProps) {
  const offReason = useOffReason();
  const isOn = offReason === null;
  const first = firstUsable(view);
  const shieldable = firstUsable(view, (coin) => coin.isShieldable);
  const start = (action: CoinAction, coin: Coin | null) => ({
    'data-leads-to': `?do=${action}`,
    onClick: () => coin && onOpen(action, coin),
  });
  const isPublic = mode === 'public';
  const pay = isPublic ? 'send' : 'internal-transfer';
  const move = isPublic ? 'shield' : 'unshield';
  return (
    <>
      <Named tooltip={offReason ?? (isPublic ? null : t('Internal Transfer'))}>
        <Button
          className="account-action"
          variant={first ? 'filled' : 'outlined'}
          icon={<ArrowUpRight {...icon} />}
          offReason={offReason}
          disabled={isOn && first === null}
          {...start(pay, first)}
        >
          {isPublic ? t('Send') : t('Send privately')}
        </Button>
      </Named>
      <Button
        className="account-action"
        icon={<ArrowDownLeft {...icon} />}
        disabled={isPublic && view.at === 'loading'}
        data-leads-to="?do=receive"
        onClick={() => onOpen('receive', null)}
      >
        {t('Receive')}
      </Button>
      <Named tooltip={offReason ?? (isPublic ? t('Shield') : t('Unshield'))}>
        <Button
          className="account-action account-action--across"
          data-mode={isPublic ? 'private' : 'public'}
          icon={isPublic ? <Shield {...icon} /> : <ShieldOff {...icon} />}
          offReason={offReason}
          disabled={isOn && shieldable === null}
          {...start(move, shieldable)}
        >
          {isPublic ? t('Make private') : t('Make public')}
        </Button>
      </Named>
      <PublicLink
        to={paths.exchange}
        Icon={ArrowLeftRight}
        label={t('Swap')}
        isMarked={!isPublic}
      />
      <PublicLink to={paths.onRamping} Icon={CreditCard} label={t('Buy')} isMarked={!isPublic} />
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
  const offReason = useOffReason();
  const name = (
    <span>
      {label}
      {isMarked ? (
        <small data-mode="public">
          <ModeMark mode="public" size={11} /> {t('Public')}
        </small>
      ) : null}
    </span>
  );
  if (offReason !== null) {
    return (
      <Tooltip text={offReason}>
        <Button className="account-action" offReason={offReason} icon={<Icon {...icon} />}>
          {name}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Link to={to} className={buttonClassName({ className: 'account-action' })}>
      <Icon {...icon} />
      {name}
    </Link>
  );
}
