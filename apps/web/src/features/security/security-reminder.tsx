import { useQueryClient } from '@tanstack/react-query';
import { FileText, FingerprintPattern } from 'lucide-react';
import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { endWelcome } from '../../state/new-account.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { dismissReminder } from './api/dismiss-reminder.ts';
import { SECURITY_KEY } from './api/security-settings.ts';

const icon = { className: 'icon', size: 20, 'aria-hidden': true } as const;
const ADD_PASSKEY = `${paths.security}?add=passkey`;

/** Proposes a passkey to a new user, once. */
export function PasskeyProposal() {
  return (
    <Banner
      tone="accent"
      icon={<FingerprintPattern {...icon} />}
      title={t('Protect your wallet with a passkey')}
      actions={<Choices to={ADD_PASSKEY} label={t('Add a passkey')} />}
    >
      {t(
        'Sign in and approve payments with your fingerprint, face or screen lock. Kax never receives it.',
      )}
    </Banner>
  );
}

interface SecurityReminderProps {
  lacks: NonNullable<SecuritySettings['reminder']>['lacks'];
  codesLeft: number;
}

/** What the account lacks. Its owner can hide it for a week. */
export function SecurityReminder({ lacks, codesLeft }: SecurityReminderProps) {
  if (lacks === 'second-factor') {
    return (
      <Banner
        tone="accent"
        icon={<FingerprintPattern {...icon} />}
        title={t('Add a passkey')}
        actions={<Choices to={ADD_PASSKEY} label={t('Add a passkey')} />}
      >
        {t(
          'At the moment, your password is all it takes to send your money. A passkey is your fingerprint, face or screen lock.',
        )}
      </Banner>
    );
  }
  return (
    <Banner
      tone="accent"
      icon={<FileText {...icon} />}
      title={t('Save new recovery codes')}
      actions={<Choices to={paths.security} label={t('Save new codes')} />}
    >
      {t(
        '{count, plural, =0 {You have no recovery codes left.} one {You have one recovery code left.} other {You have # recovery codes left.}} You need one if you lose your passkey or your app.',
        { count: codesLeft },
      )}
    </Banner>
  );
}

function Choices({ to, label }: { to: string; label: string }) {
  const client = useQueryClient();
  function dismiss() {
    endWelcome();
    client.setQueryData<SecuritySettings>(SECURITY_KEY, (known) =>
      known ? { ...known, reminder: null } : known,
    );
    // If it doesn't arrive, the reminder appears again, which does no harm.
    void dismissReminder();
  }
  return (
    <>
      <Button variant="quiet" onClick={dismiss}>
        {t('Not now')}
      </Button>
      <Link className={buttonClassName({})} to={to} onClick={endWelcome}>
        {label}
      </Link>
    </>
  );
}
