import { Bell, ChevronRight, KeyRound, MonitorSmartphone, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

const icon = { className: 'icon', size: 18, 'aria-hidden': true } as const;

/** Links to the other pages of settings: notifications, and what protects the account. */
export function SettingsLinks() {
  return (
    <nav className="card settings-card settings-links" aria-label="More settings">
      <Link to={paths.settingsNotifications}>
        <Bell {...icon} />
        <span>
          Notifications
          <small>In Kax, by push and by email</small>
        </span>
        <ChevronRight {...icon} />
      </Link>
      <Link to={paths.security}>
        <ShieldCheck {...icon} />
        <span>
          Security
          <small>Passkeys, limits, freeze, email and phone</small>
        </span>
        <ChevronRight {...icon} />
      </Link>
      <Link to={paths.resetPassword}>
        <KeyRound {...icon} />
        Change password
        <ChevronRight {...icon} />
      </Link>
      <Link to={paths.userSessions}>
        <MonitorSmartphone {...icon} />
        Active sessions
        <ChevronRight {...icon} />
      </Link>
    </nav>
  );
}
