import { Clock, Fingerprint, LifeBuoy, Mail, MonitorSmartphone, Snowflake } from 'lucide-react';
import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import { limitText } from '../../money-form/amount-text.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { useMoney } from '../../state/money.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { rich } from '../../ui/rich.tsx';
import { Secret } from '../../ui/secret.tsx';
import { cancelContactChange } from './api/cancel-contact-change.ts';
import { keepFactors } from './api/keep-factors.ts';
import { liftResetHold } from './api/lift-reset-hold.ts';
import { untilText, whenText } from './security-texts.ts';
import { useSecurityAction } from './use-security-action.ts';

export interface SecurityBannersProps {
  settings: SecuritySettings;
  now: number;
  onUnfreeze: () => void;
}

const icon = { className: 'icon', size: 20, 'aria-hidden': true } as const;

/** What is held back or about to change: the reason, its end, and how to end it. */
export function SecurityBanners({ settings, now, onUnfreeze }: SecurityBannersProps) {
  const { frozenAt, factorsRemovedAt, resetHold, newDevice, contactChange } = settings;
  const isAfterNow = (at: string) => Date.parse(at) > now;
  return (
    <>
      {frozenAt ? <FrozenBanner at={frozenAt} now={now} onUnfreeze={onUnfreeze} /> : null}
      {factorsRemovedAt ? <RemovalBanner at={factorsRemovedAt} now={now} /> : null}
      {resetHold && isAfterNow(resetHold.until) ? <HoldBanner hold={resetHold} now={now} /> : null}
      {newDevice && isAfterNow(newDevice.until) ? (
        <NewDeviceBanner device={newDevice} now={now} />
      ) : null}
      {contactChange ? <ContactBanner change={contactChange} now={now} /> : null}
    </>
  );
}

interface FrozenBannerProps {
  at: string;
  now: number;
  onUnfreeze: () => void;
}

function FrozenBanner({ at, now, onUnfreeze }: FrozenBannerProps) {
  return (
    <Banner
      tone="accent"
      icon={<Snowflake {...icon} />}
      title={t('Your account is frozen')}
      actions={<Button onClick={onUnfreeze}>{t('Unfreeze')}</Button>}
    >
      {t(
        'Frozen {when}. Nothing can leave through Kax, and you still receive money. Your 12 words still work in other apps.',
        { when: whenText(Date.parse(at), now) },
      )}
    </Banner>
  );
}

function RemovalBanner({ at, now }: { at: string; now: number }) {
  const keep = useSecurityAction(keepFactors, t('Your passkeys and app stay'));
  return (
    <Banner
      tone="warn"
      icon={<LifeBuoy {...icon} />}
      title={t('Your passkeys and app will be removed {when}', {
        when: whenText(Date.parse(at), now),
      })}
      actions={
        <Button isBusy={keep.isBusy} busyLabel={t('Cancelling...')} onClick={keep.run}>
          {t('Keep them')}
        </Button>
      }
    >
      {t(
        'Someone with your password and both codes said they’re lost. If you still have them, keep them. If it wasn’t you, also change your password.',
      )}
    </Banner>
  );
}

interface HoldBannerProps {
  hold: NonNullable<SecuritySettings['resetHold']>;
  now: number;
}

function HoldBanner({ hold, now }: HoldBannerProps) {
  const lift = useSecurityAction(liftResetHold, t('The hold has ended'));
  const isDiscreet = useDiscretion();
  const money = useMoney();
  return (
    <Banner
      tone="warn"
      icon={<Clock {...icon} />}
      title={t('Large payments wait until {until}', {
        until: untilText(Date.parse(hold.until), now),
      })}
      actions={
        hold.canLift ? (
          <Button
            icon={<Fingerprint className="icon" size={18} aria-hidden="true" />}
            isBusy={lift.isBusy}
            onClick={lift.run}
          >
            {t('End it with a passkey')}
          </Button>
        ) : null
      }
    >
      {rich(
        'Your password was reset. Until then, you can send up to {limit} a day and can’t export your keys. If it wasn’t you, freeze your account now.',
        { limit: <Secret isHidden={isDiscreet}>{limitText(hold.cents, money)}</Secret> },
      )}
    </Banner>
  );
}

interface NewDeviceBannerProps {
  device: NonNullable<SecuritySettings['newDevice']>;
  now: number;
}

function NewDeviceBanner({ device, now }: NewDeviceBannerProps) {
  const isDiscreet = useDiscretion();
  const money = useMoney();
  return (
    <Banner
      tone="warn"
      icon={<MonitorSmartphone {...icon} />}
      title={t('Large payments from this device wait until {until}', {
        until: untilText(Date.parse(device.until), now),
      })}
    >
      {rich(
        'You signed in on it for the first time. Until then, you need a passkey to send more than {limit} or export your keys.',
        { limit: <Secret isHidden={isDiscreet}>{limitText(device.cents, money)}</Secret> },
      )}
    </Banner>
  );
}

interface ContactBannerProps {
  change: NonNullable<SecuritySettings['contactChange']>;
  now: number;
}

function ContactBanner({ change, now }: ContactBannerProps) {
  const { channel, value, at } = change;
  const when = whenText(Date.parse(at), now);
  const cancel = useSecurityAction(
    cancelContactChange,
    channel === 'email' ? t('Your email stays the same') : t('Your phone stays the same'),
  );
  return (
    <Banner
      tone="warn"
      icon={<Mail {...icon} />}
      title={
        channel === 'email'
          ? t('Your email changes {when}', { when })
          : t('Your phone number changes {when}', { when })
      }
      actions={
        <Button isBusy={cancel.isBusy} busyLabel={t('Cancelling...')} onClick={cancel.run}>
          {t('Cancel change')}
        </Button>
      }
    >
      {t(
        'The new one is {value}. Until then, you sign in with the old one. We notified both contacts.',
        { value },
      )}
    </Banner>
  );
}
