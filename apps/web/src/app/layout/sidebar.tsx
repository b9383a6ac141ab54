import { t } from '#language/t';
import './sidebar.css';
import './mode-badge.css';
import {
  ArrowLeftRight,
  CreditCard,
  History,
  Landmark,
  type LucideIcon,
  PiggyBank,
  Users,
} from 'lucide-react';
import { ChainState } from '../../features/coins/chain-state.tsx';
import { useCoinsView } from '../../features/coins/use-coins-view.ts';
import { Link, useLocation } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useWalletMode } from '../../state/wallet-mode.ts';
import { Logo } from '../../ui/logo.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { currentOf } from './current-of.ts';
import { usesPublicBalance } from './uses-public-balance.ts';

interface NavItem {
  readonly label: string;
  readonly to: string;
  readonly Icon: LucideIcon;
}

/** The items of §2 Layout that both modes have. */
const ITEMS: readonly NavItem[] = [
  { label: t('PiggyBank'), to: paths.dashboard, Icon: PiggyBank },
  { label: t('Activity'), to: paths.activity('wallet'), Icon: History },
  { label: t('Contacts'), to: paths.contacts, Icon: Users },
];

/** Those that use the public balance, which only public mode has. */
const PUBLIC_ITEMS: readonly NavItem[] = [
  { label: t('Exchange'), to: paths.exchange, Icon: ArrowLeftRight },
  { label: t('Acquire'), to: paths.onRamping, Icon: CreditCard },
  { label: t('Withdraw'), to: paths.offRamping, Icon: Landmark },
];

/** The logo, the navigation, a badge in private mode, and how recent the figures are. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const mode = useWalletMode();
  const { pathname } = useLocation();
  const isPublicPage = usesPublicBalance(pathname);
  const { view } = useCoinsView(isPublicPage ? 'public' : mode);
  return (
    <>
      <Link className="sidebar__brand" to={paths.dashboard} onClick={onNavigate}>
        <Logo />
      </Link>
      <nav className="sidebar__nav" aria-label={t('Main')}>
        <NavLinks items={ITEMS} pathname={pathname} onNavigate={onNavigate} />
        {mode === 'public' ? (
          <>
            <span className="sidebar__label">{t('With your public balance')}</span>
            <NavLinks items={PUBLIC_ITEMS} pathname={pathname} onNavigate={onNavigate} />
          </>
        ) : null}
      </nav>
      <div className="sidebar__foot">
        {mode === 'private' ? <PrivateModeBadge isPublicPage={isPublicPage} /> : null}
        <ChainState view={view} />
      </div>
    </>
  );
}

interface NavLinksProps {
  items: readonly NavItem[];
  pathname: string;
  onNavigate: (() => void) | undefined;
}

function NavLinks({ items, pathname, onNavigate }: NavLinksProps) {
  return items.map(({ label, to, Icon }) => (
    <Link key={to} to={to} aria-current={currentOf(to, pathname)} onClick={onNavigate}>
      <Icon className="icon" size={18} aria-hidden="true" />
      {label}
    </Link>
  ));
}

function PrivateModeBadge({ isPublicPage }: { isPublicPage: boolean }) {
  return (
    <div className="mode-badge">
      <ModeMark mode="private" size={20} />
      <b>{t('Private mode')}</b>
      <span>
        {isPublicPage
          ? t('Your private balance stays hidden. This page uses your public balance.')
          : t('Your balances here are shielded. Polygon shows neither the owner nor the amount.')}
      </span>
    </div>
  );
}
