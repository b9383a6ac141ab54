import {
  Check,
  FileText,
  Fingerprint,
  LifeBuoy,
  Mail,
  MonitorSmartphone,
  Smartphone,
} from 'lucide-react';
import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import { shortDayText } from '../../lib/elapsed.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { isPasskeySupported } from '../../lib/passkeys.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../state/auth-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { SecurityCard } from './security-card.tsx';
import type { OpenDialog } from './security-dialog.ts';
import { countFactors, lastDigits } from './security-texts.ts';

/** Below this, new recovery codes are suggested. */
const FEW_CODES = 3;

interface CheckupCardProps {
  settings: SecuritySettings;
  /** Null until known. */
  sessionCount: number | null;
  onOpen: OpenDialog;
}

/** What protects the account and what is missing, without a score. */
export function CheckupCard({ settings, sessionCount, onOpen }: CheckupCardProps) {
  const { email, phone } = useUser();
  const missing = missingIn(settings);
  return (
    <SecurityCard place="checkup" title={t('Security checkup')} text={todoText(missing.size)}>
      <PasskeyRow settings={settings} isMissing={missing.has('passkey')} onOpen={onOpen} />
      <SecondRow settings={settings} isMissing={missing.has('second')} onOpen={onOpen} />
      <CodesRow settings={settings} isMissing={missing.has('codes')} onOpen={onOpen} />
      <SettingRow Icon={Mail} title={t('Email and phone confirmed')} aside={<Done />}>
        {t('{email}, phone ending in {digits}', { email, digits: lastDigits(phone) })}
      </SettingRow>
      <SettingRow
        Icon={MonitorSmartphone}
        title={t('Signed-in devices')}
        aside={
          <Link className={buttonClassName({ size: 'sm' })} to={paths.userSessions}>
            {t('See them')}
          </Link>
        }
      >
        {devicesText(sessionCount)}
      </SettingRow>
      <SettingRow
        Icon={FileText}
        title={t('12 words')}
        aside={
          <Link className={buttonClassName({ size: 'sm' })} to={paths.settings}>
            {t('Back up')}
          </Link>
        }
      >
        {t('Optional. They work even if Kax doesn’t.')}
      </SettingRow>
    </SecurityCard>
  );
}

interface CheckRowProps {
  settings: SecuritySettings;
  isMissing: boolean;
  onOpen: OpenDialog;
}

function PasskeyRow({ settings, isMissing, onOpen }: CheckRowProps) {
  const [first] = settings.passkeys;
  return (
    <SettingRow
      Icon={Fingerprint}
      isWarning={isMissing}
      title={t('Passkey')}
      aside={
        !isMissing ? (
          <Done />
        ) : isPasskeySupported() ? (
          <Button
            size="sm"
            aria-label={t('Add a passkey')}
            onClick={() => onOpen({ name: 'add-passkey' })}
          >
            {t('Add')}
          </Button>
        ) : null
      }
    >
      {first
        ? t('{name}, added {day}', {
            name: first.name,
            day: shortDayText(Date.parse(first.createdAt)),
          })
        : t('Sign in and approve payments with your fingerprint, face or screen lock.')}
    </SettingRow>
  );
}

function SecondRow({ settings, isMissing, onOpen }: CheckRowProps) {
  const { passkeys, app } = settings;
  const second = passkeys[1]?.name ?? (app === null ? null : t('Authenticator app'));
  const name = isPasskeySupported() ? 'add-passkey' : 'add-app';
  return (
    <SettingRow
      Icon={Smartphone}
      isWarning={isMissing}
      title={t('A second method')}
      aside={
        !isMissing ? (
          <Done />
        ) : passkeys.length > 0 ? (
          <Button size="sm" aria-label={t('Add a second method')} onClick={() => onOpen({ name })}>
            {t('Add')}
          </Button>
        ) : null
      }
    >
      {isMissing
        ? t('A passkey on another device, or an app. If you lose one, the other still works.')
        : second}
    </SettingRow>
  );
}

function CodesRow({ settings, isMissing, onOpen }: CheckRowProps) {
  const left = settings.recoveryCodesLeft;
  const hasFactor = countFactors(settings) > 0;
  return (
    <SettingRow
      Icon={LifeBuoy}
      isWarning={isMissing}
      title={t('Recovery codes')}
      aside={
        !hasFactor ? null : isMissing ? (
          <Button
            size="sm"
            aria-label={t('Replace recovery codes')}
            onClick={() => onOpen({ name: 'new-recovery-codes' })}
          >
            {t('Replace')}
          </Button>
        ) : (
          <Done />
        )
      }
    >
      {hasFactor
        ? t('{count} of 10 left', { count: left })
        : t('You get 10 with your first passkey or app.')}
    </SettingRow>
  );
}

function Done() {
  return (
    <Badge tone="good" icon={<Check className="icon" size={12} aria-hidden="true" />}>
      {t('Done')}
    </Badge>
  );
}

type CheckName = 'passkey' | 'second' | 'codes';

function missingIn(settings: SecuritySettings): ReadonlySet<CheckName> {
  const count = countFactors(settings);
  const checks: readonly (readonly [CheckName, boolean])[] = [
    ['passkey', settings.passkeys.length === 0],
    ['second', count < 2],
    ['codes', count > 0 && settings.recoveryCodesLeft < FEW_CODES],
  ];
  return new Set(checks.filter(([, isMissing]) => isMissing).map(([check]) => check));
}

function todoText(count: number): string {
  return t(
    '{count, plural, =0 {Nothing left to do} one {# thing left to do} other {# things left to do}}',
    { count },
  );
}

function devicesText(count: number | null): string {
  if (count === null) return t('Everything that is signed in to your account');
  return t('{count, plural, one {Only this one} other {# devices}}', { count });
}
