import {
  Check,
  FileText,
  Fingerprint,
  LifeBuoy,
  Mail,
  MonitorSmartphone,
  Smartphone,
} from 'lucide-react';
import { Link } from 'react-router';
import type { SecuritySettings } from '#wire/security/security-settings';
import { shortDayText } from '../../lib/elapsed.ts';
import { isPasskeySupported } from '../../lib/passkeys.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../state/auth-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { SecurityCard } from './security-card.tsx';
import type { OpenDialog } from './security-dialog.ts';
import { countFactors, phoneEnding } from './security-texts.ts';
import { SettingRow } from './setting-row.tsx';

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
    <SecurityCard place="checkup" title="Security checkup" text={todoText(missing.size)}>
      <PasskeyRow settings={settings} isMissing={missing.has('passkey')} onOpen={onOpen} />
      <SecondRow settings={settings} isMissing={missing.has('second')} onOpen={onOpen} />
      <CodesRow settings={settings} isMissing={missing.has('codes')} onOpen={onOpen} />
      <SettingRow Icon={Mail} title="Email and phone confirmed" aside={<Done />}>
        {email}, phone {phoneEnding(phone)}
      </SettingRow>
      <SettingRow
        Icon={MonitorSmartphone}
        title="Signed-in devices"
        aside={
          <Link className={buttonClassName({ size: 'sm' })} to={paths.userSessions}>
            See them
          </Link>
        }
      >
        {devicesText(sessionCount)}
      </SettingRow>
      <SettingRow
        Icon={FileText}
        title="12 words"
        aside={
          <Link className={buttonClassName({ size: 'sm' })} to={paths.settings}>
            Back up
          </Link>
        }
      >
        Optional. They work even if Kax doesn’t.
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
      title="Passkey"
      aside={
        !isMissing ? (
          <Done />
        ) : isPasskeySupported() ? (
          <Button
            size="sm"
            aria-label="Add a passkey"
            onClick={() => onOpen({ name: 'add-passkey' })}
          >
            Add
          </Button>
        ) : null
      }
    >
      {first
        ? `${first.name}, added ${shortDayText(Date.parse(first.createdAt))}`
        : 'Sign in and approve payments with your fingerprint, face or screen lock.'}
    </SettingRow>
  );
}

function SecondRow({ settings, isMissing, onOpen }: CheckRowProps) {
  const { passkeys, app } = settings;
  const second = passkeys[1]?.name ?? (app === null ? null : 'Authenticator app');
  const name = isPasskeySupported() ? 'add-passkey' : 'add-app';
  return (
    <SettingRow
      Icon={Smartphone}
      isWarning={isMissing}
      title="A second method"
      aside={
        !isMissing ? (
          <Done />
        ) : passkeys.length > 0 ? (
          <Button size="sm" aria-label="Add a second method" onClick={() => onOpen({ name })}>
            Add
          </Button>
        ) : null
      }
    >
      {isMissing
        ? 'A passkey on another device, or an app. If you lose one, the other still works.'
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
      title="Recovery codes"
      aside={
        !hasFactor ? null : isMissing ? (
          <Button
            size="sm"
            aria-label="Replace recovery codes"
            onClick={() => onOpen({ name: 'new-recovery-codes' })}
          >
            Replace
          </Button>
        ) : (
          <Done />
        )
      }
    >
      {hasFactor ? `${left} of 10 left` : 'You get 10 with your first passkey or app.'}
    </SettingRow>
  );
}

function Done() {
  return (
    <Badge tone="good" icon={<Check className="icon" size={12} aria-hidden="true" />}>
      Done
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
  if (count === 0) return 'Nothing left to do';
  return count === 1 ? '1 thing left to do' : `${count} things left to do`;
}

function devicesText(count: number | null): string {
  if (count === null) return 'Everything that is signed in to your account';
  return count === 1 ? 'Only this one' : `${count} devices`;
}
