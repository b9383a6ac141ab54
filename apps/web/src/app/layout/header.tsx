import { t } from '#language/t';
import './header.css';
import { Menu as MenuIcon } from 'lucide-react';
import { memo } from 'react';
import { useLocation } from '../../lib/navigation/navigation.tsx';
import { setWalletMode, useWalletMode } from '../../state/wallet-mode.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DiscretionToggle } from '../discretion-toggle.tsx';
import { ThemeToggle } from '../theme-toggle.tsx';
import { InboxLink } from './inbox-link.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { usesPublicBalance } from './uses-public-balance.ts';

/** The menu button on narrow screens, the wallet mode with its description, the inbox, discretion, theme and profile. */
export function Header({ onOpenMenu }: { onOpenMenu: () => void }) {
  const mode = useWalletMode();
  const { pathname } = useLocation();
  return (
    <header className="header">
      <div className="header__menu">
        <IconButton
          label={t('Open menu')}
          tooltip={false}
          icon={<MenuIcon className="icon" size={20} />}
          onClick={onOpenMenu}
        />
      </div>
      <Segmented
        label={t('Wallet mode')}
        look="joined"
        value={mode}
        options={MODES}
        onChange={setWalletMode}
      />
      {usesPublicBalance(pathname) ? null : (
        <span className="header__description">{SENTENCE_BY_MODE[mode]}</span>
      )}
      <Tools pathname={pathname} />
    </header>
  );
}

/** Memoized, because the mode doesn't change them. */
const Tools = memo(function Tools({ pathname }: { pathname: string }) {
  return (
    <div className="header__tools">
      <InboxLink pathname={pathname} />
      <DiscretionToggle />
      <ThemeToggle />
      <ProfileMenu />
    </div>
  );
});

const MODES = [
  { value: 'public', label: t('Public'), icon: <ModeMark mode="public" size={15} /> },
  { value: 'private', label: t('Private'), icon: <ModeMark mode="private" size={15} /> },
] as const;

const SENTENCE_BY_MODE = {
  public: t('Anyone can see these balances'),
  private: t('These balances are hidden on Polygon'),
} as const;
