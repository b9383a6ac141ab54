import {
  ChevronDown,
  CircleHelp,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  Settings,
} from 'lucide-react';
import { t } from '#language/t';
import { signOut } from '../../features/sign-out/api/logout.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../state/auth-session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Menu } from '../../ui/menu.tsx';

/** The signed-in user and their account links. */
export function ProfileMenu() {
  const { name, email } = useUser();
  return (
    <Menu
      label={t('Profile menu: {name}', { name })}
      triggerClassName="profile-menu"
      trigger={
        <>
          <Avatar name={name} />
          <span className="profile-menu__name">{name}</span>
          <ChevronDown className="icon" size={14} aria-hidden="true" />
        </>
      }
      header={
        <div className="profile-menu__who">
          <Avatar name={name} />
          <b>{name}</b>
          <span className="profile-menu__mail">{email}</span>
        </div>
      }
      items={ITEMS}
    />
  );
}

const icon = { className: 'icon', size: 16, 'aria-hidden': true } as const;

const ITEMS = [
  { label: t('Reset Password'), icon: <KeyRound {...icon} />, to: paths.resetPassword },
  { label: t('User Sessions'), icon: <MonitorSmartphone {...icon} />, to: paths.userSessions },
  { label: t('Settings'), icon: <Settings {...icon} />, to: paths.settings },
  { label: t('Help'), icon: <CircleHelp {...icon} />, to: paths.help },
  { label: t('Sign Out'), icon: <LogOut {...icon} />, onSelect: signOut },
] as const;
