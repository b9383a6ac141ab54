import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { SecurityCard } from './security-card.tsx';
import type { ContactChannel, OpenDialog } from './security-dialog.ts';
import { lastDigits, whenText } from './security-texts.ts';

interface ContactsCardProps {
  settings: Pick<SecuritySettings, 'email' | 'phone' | 'contactChange'>;
  now: number;
  onOpen: OpenDialog;
}

/** The contacts that codes go to. */
export function ContactsCard({ settings, now, onOpen }: ContactsCardProps) {
  const { email, phone, contactChange } = settings;
  const aside = (channel: ContactChannel) =>
    contactChange ? null : (
      <Button
        size="sm"
        aria-label={channel === 'email' ? t('Change email') : t('Change phone')}
        onClick={() => onOpen({ name: 'change-contact', channel })}
      >
        {t('Change')}
      </Button>
    );
  const digits = lastDigits(phone);
  const changesAt = (channel: ContactChannel) =>
    contactChange?.channel === channel ? whenText(Date.parse(contactChange.at), now) : null;
  const [emailAt, phoneAt] = [changesAt('email'), changesAt('phone')];
  return (
    <SecurityCard
      place="contacts"
      title={t('Email and phone')}
      text={t('You sign in and get codes with these.')}
    >
      <SettingRow title={t('Email')} aside={aside('email')}>
        {emailAt === null ? email : t('{email} · changes {when}', { email, when: emailAt })}
      </SettingRow>
      <SettingRow title={t('Phone')} aside={aside('phone')}>
        {phoneAt === null
          ? t('Number ending in {digits}', { digits })
          : t('Number ending in {digits} · changes {when}', { digits, when: phoneAt })}
      </SettingRow>
    </SecurityCard>
  );
}
