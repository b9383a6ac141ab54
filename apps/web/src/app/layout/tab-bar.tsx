import { t } from '#language/t';
import './tab-bar.css';
import { ArrowLeftRight, History, type LucideIcon, PiggyBank, Users } from 'lucide-react';
import { Link, useLocation } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useWalletMode } from '../../state/wallet-mode.ts';
import { currentOf } from './current-of.ts';
import { InboxBell, useInboxLabel } from './inbox-link.tsx';

interface Tab {
  readonly label: string;
  readonly to: string;
  readonly Icon: LucideIcon;
  /** Uses the public balance, so private mode hides it (§6). */
  readonly isPublic?: boolean;
}

const TABS: readonly Tab[] = [
  { label: t('Home'), to: paths.dashboard, Icon: PiggyBank },
  { label: t('Activity'), to: paths.activity('wallet'), Icon: History },
  { label: t('Swap'), to: paths.exchange, Icon: ArrowLeftRight, isPublic: true },
  { label: t('Contacts'), to: paths.contacts, Icon: Users },
];

/** The main places at the bottom of narrow screens. What a mode hides leaves its place empty, so that nothing moves. */
export function TabBar() {
  const mode = useWalletMode();
  const { pathname } = useLocation();
  const inboxLabel = useInboxLabel();
  return (
    <nav className="tab-bar" aria-label={t('Tab bar')}>
      {TABS.map(({ label, to, Icon, isPublic = false }) =>
        isPublic && mode === 'private' ? (
          <span key={to} />
        ) : (
          <Link key={to} className="tab-bar__tab" to={to} aria-current={currentOf(to, pathname)}>
            <Icon className="icon" size={22} aria-hidden="true" />
            {label}
          </Link>
        ),
      )}
      <Link
        className="tab-bar__tab"
        to={paths.inbox}
        aria-label={inboxLabel}
        aria-current={currentOf(paths.inbox, pathname)}
      >
        <InboxBell size={22} />
        {t('Inbox')}
      </Link>
    </nav>
  );
}
