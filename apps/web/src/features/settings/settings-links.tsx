import {
  Banknote,
  Bell,
  ChevronRight,
  CircleHelp,
  KeyRound,
  MonitorSmartphone,
  ShieldCheck,
} from 'lucide-react';
import { nameByLanguage } from '#language/languages';
import { pageLanguage, t } from '#language/t';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useSettings } from '../../state/settings.ts';
import { rich } from '../../ui/rich.tsx';
import { CURRENCY_TITLES } from './currency/currency-titles.ts';

const icon = { className: 'icon', size: 18, 'aria-hidden': true } as const;

/** Links to the other pages of settings: notifications, language and currency, and what protects the account. */
export function SettingsLinks() {
  const currency = useSettings((settings) => settings.currency);
  return (
    <nav className="card settings-card settings-links" aria-label={t('More settings')}>
      <Link to={paths.settingsNotifications}>
        <Bell {...icon} />
        <span>
          {rich('Notifications<small>In Kax, by push and by email</small>', {
            small: (inside) => <small>{inside}</small>,
          })}
        </span>
        <ChevronRight {...icon} />
      </Link>
      <Link to={paths.settingsCurrency}>
        <Banknote {...icon} />
        <span>
          {rich('Language and currency<small>{language} · {currency}</small>', {
            language: nameByLanguage[pageLanguage()],
            currency: CURRENCY_TITLES[currency],
            small: (inside) => <small>{inside}</small>,
          })}
        </span>
        <ChevronRight {...icon} />
      </Link>
      <Link to={paths.security}>
        <ShieldCheck {...icon} />
        <span>
          {rich('Security<small>Passkeys, limits, freeze, email and phone</small>', {
            small: (inside) => <small>{inside}</small>,
          })}
        </span>
        <ChevronRight {...icon} />
      </Link>
      <Link to={paths.resetPassword}>
        <KeyRound {...icon} />
        {t('Change password')}
        <ChevronRight {...icon} />
      </Link>
      <Link to={paths.userSessions}>
        <MonitorSmartphone {...icon} />
        {t('Active sessions')}
        <ChevronRight {...icon} />
      </Link>
      <Link to={paths.help}>
        <CircleHelp {...icon} />
        <span>
          {rich('Help<small>Questions and answers, and how to reach us</small>', {
            small: (inside) => <small>{inside}</small>,
          })}
        </span>
        <ChevronRight {...icon} />
      </Link>
    </nav>
  );
}
