import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import type { ApiError } from '../../lib/api-result.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useSecurityAction } from './use-security-action.ts';

interface SignOutOfferProps {
  settings: SecuritySettings;
  /** Devices signed in besides this one. */
  otherCount: number;
  /** @returns the error, or null on success */
  onSignOut: () => Promise<ApiError | null>;
}

/** Once a passkey, an app or a contact changed while the page is open: offers to sign the other devices out. */
export function SignOutOffer({ settings, otherCount, onSignOut }: SignOutOfferProps) {
  const current = protectionOf(settings);
  const [settled, setSettled] = useState(current);
  const count = otherCount;
  const signOut = useSecurityAction(
    async () => {
      const error = await onSignOut();
      if (error) return { ok: false, error };
      setSettled(current);
      return { ok: true, data: null };
    },
    t('{count, plural, one {Other device signed out} other {Other devices signed out}}', { count }),
  );
  if (current === settled || otherCount === 0) return null;
  return (
    <Banner
      tone="accent"
      icon={<MonitorSmartphone className="icon" size={20} aria-hidden="true" />}
      title={t(
        '{count, plural, one {You’re also signed in on another device} other {You’re also signed in on # other devices}}',
        { count },
      )}
      actions={
        <>
          <Button disabled={signOut.isBusy} onClick={() => setSettled(current)}>
            {t('{count, plural, one {Keep it} other {Keep them}}', { count })}
          </Button>
          <Button isBusy={signOut.isBusy} busyLabel={t('Signing out...')} onClick={signOut.run}>
            {t('{count, plural, one {Sign it out} other {Sign them out}}', { count })}
          </Button>
        </>
      }
    >
      {t('You just changed what protects your account. Sign out every device that you don’t use.')}
    </Banner>
  );
}

function protectionOf({ passkeys, app, email, phone }: SecuritySettings): string {
  return JSON.stringify([passkeys.map(({ id }) => id), app?.createdAt, email, phone]);
}
