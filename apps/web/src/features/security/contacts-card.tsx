import { t } from '#language/t';
import type { SecuritySettings } from '#wire/security/security-settings';
import { Button } from '../../ui/button.tsx';
import { SecurityCard } from './security-card.tsx';
import type { ContactChannel, OpenDialog } from './security-dialog.ts';
import { phoneEnding, whenText } from './security-texts.ts';
import { SettingRow } from './setting-row.tsx';

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
        aria-label={t('Change {channel}', { channel })}
        onClick={() => onOpen({ name: 'change-contact', channel })}
      >
        {t('Change')}
      </Button>
    );
  const changeOf = (channel: ContactChannel) =>
    contactChange?.channel === channel
      ? ` · changes ${whenText(Date.parse(contactChange.at), now)}`
      : '';
  return (
    <SecurityCard
      place="contacts"
      title={t('Email and phone')}
      text={t('You sign in and get codes with these.')}
    >
      <SettingRow title={t('Email')} aside={aside('email')}>
        {email}
        {changeOf('email')}
      </SettingRow>
      <SettingRow title={t('Phone')} aside={aside('phone')}>
        {`Number ${phoneEnding(phone)}${changeOf('phone')}`}
      </SettingRow>
    </SecurityCard>
  );
}
