import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { t } from '#language/t';
import type { Passkey } from '#wire/security/second-factor';
import { HelpAbout } from '../../help/help-about.tsx';
import { dayAndClockText, shortDayText } from '../../lib/elapsed.ts';
import { isPasskeySupported } from '../../lib/passkeys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useFocusWhenShorter } from '../../ui/use-focus-when-shorter.ts';
import { SecurityCard } from './security-card.tsx';
import type { OpenDialog } from './security-dialog.ts';

interface PasskeysCardProps {
  passkeys: readonly Passkey[];
  onOpen: OpenDialog;
}

/** The passkeys, the oldest first. */
export function PasskeysCard({ passkeys, onOpen }: PasskeysCardProps) {
  const listRef = useFocusWhenShorter<HTMLUListElement>(passkeys.length);
  const canAdd = isPasskeySupported();
  return (
    <SecurityCard
      place="passkeys"
      title={t('Passkeys')}
      help={<HelpAbout topic="passkey-or-app" about={t('Passkeys and authenticator apps')} />}
      text={t('A passkey signs you in and approves your payments.')}
      listRef={listRef}
      action={
        canAdd ? (
          <Button
            size="sm"
            icon={<Plus className="icon" size={16} aria-hidden="true" />}
            onClick={() => onOpen({ name: 'add-passkey' })}
          >
            {t('Add passkey')}
          </Button>
        ) : null
      }
      foot={
        canAdd
          ? null
          : t(
              'This browser can’t create passkeys. Use an up-to-date browser on a secure connection.',
            )
      }
    >
      {passkeys.length === 0 ? (
        <SettingRow Icon={Fingerprint} title={t('No passkeys yet')}>
          {t('Your device keeps a passkey behind its screen lock. No one can guess or phish it.')}
        </SettingRow>
      ) : (
        passkeys.map((passkey) => <PasskeyRow key={passkey.id} passkey={passkey} onOpen={onOpen} />)
      )}
    </SecurityCard>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: OpenDialog }) {
  const { name } = passkey;
  return (
    <SettingRow
      Icon={Fingerprint}
      title={
        <>
          {name} {passkey.canSignIn ? null : <Badge>{t('Approves only')}</Badge>}
        </>
      }
      aside={
        <>
          <IconButton
            label={t('Rename {name}', { name })}
            tooltip={t('Rename')}
            icon={<Pencil className="icon" size={17} />}
            onClick={() => onOpen({ name: 'rename-passkey', passkey })}
          />
          <IconButton
            label={t('Remove {name}', { name })}
            tooltip={t('Remove')}
            icon={<Trash2 className="icon" size={17} />}
            onClick={() => onOpen({ name: 'remove-passkey', passkey })}
          />
        </>
      }
    >
      {describe(passkey)}
    </SettingRow>
  );
}

function describe({ isSynced, createdAt, lastUsedAt }: Passkey): string {
  const place = isSynced ? t('Synced') : t('One device only');
  const added = t('added {day}', { day: shortDayText(Date.parse(createdAt)) });
  const used =
    lastUsedAt === null
      ? t('not used yet')
      : t('used {time}', { time: dayAndClockText(Date.parse(lastUsedAt)) });
  return [place, added, used].join(' · ');
}
