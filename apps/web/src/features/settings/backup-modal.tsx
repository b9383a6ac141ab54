import { t } from '#language/t';
import { rich } from '../../ui/rich.tsx';
import './settings-modal.css';
import { useState } from 'react';
import { dayText } from '../../lib/elapsed.ts';
import { saveFile } from '../../lib/save-file.ts';
import { DialogFooter } from '../../reauthentication/dialog-footer.tsx';
import { ReauthenticationForm } from '../../reauthentication/reauthenticate.tsx';
import { useReauthentication } from '../../reauthentication/use-reauthentication.ts';
import { useUser } from '../../state/auth-session.ts';
import { rememberBackup } from '../../state/first-steps.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { exportKeys } from './api/export-keys.ts';
import { BackupFile, type SavedFile } from './backup-file.tsx';
import { BackupWords } from './backup-words.tsx';
import type { KeysModalProps } from './keys-modals.ts';

type Kind = 'file' | 'phrase';

type Backup =
  | { readonly at: 'ask' }
  | { readonly at: 'file'; readonly file: SavedFile; readonly made: string }
  | { readonly at: 'words'; readonly words: readonly string[]; readonly made: string }
  | { readonly at: 'checked' };

interface BackupModalProps extends KeysModalProps {
  /** Left out where the user chooses. */
  only?: Kind;
}

/** Backs up the wallet as an encrypted file or as 12 words (§2 /dashboard/settings). */
export default function BackupModal({ isOpen, onClose, only }: BackupModalProps) {
  const { id } = useUser();
  const [kind, setKind] = useState<Kind>(only ?? 'file');
  const [backup, setBackup] = useState<Backup>({ at: 'ask' });
  const form = useReauthentication(async (password) => {
    const result = await exportKeys({ password, what: kind });
    if (!result.ok) return result.error;
    const { file, phrase, createdAt } = result.data;
    const made = dayText(Date.parse(createdAt));
    if (file) {
      saveFile(file);
      rememberBackup(id);
      setBackup({ at: 'file', file, made });
    } else {
      setBackup({ at: 'words', words: (phrase ?? '').split(' '), made });
    }
    return null;
  });

  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={onClose}
      title={t('Backup Wallet')}
      size="wide"
      footer={
        backup.at === 'ask' ? (
          <DialogFooter
            form={form}
            label={kind === 'file' ? t('Save the file') : t('Get the 12 words')}
            busyLabel={t('Opening...')}
            onClose={onClose}
          />
        ) : backup.at === 'words' ? undefined : (
          <Button size="lg" variant="filled" onClick={onClose}>
            {t('Done')}
          </Button>
        )
      }
    >
      {backup.at === 'ask' ? (
        <>
          {only === undefined ? (
            <div>
              <Tabs label={t('Kind of backup')} value={kind} tabs={KINDS} onChange={setKind} />
            </div>
          ) : null}
          <p className="settings-modal__text">{TEXT_BY_KIND[kind]}</p>
          <ReauthenticationForm form={form} />
        </>
      ) : null}
      {backup.at === 'file' ? <BackupFile file={backup.file} made={backup.made} /> : null}
      {backup.at === 'words' ? (
        <BackupWords
          words={backup.words}
          made={backup.made}
          onChecked={() => {
            rememberBackup(id);
            setBackup({ at: 'checked' });
          }}
        />
      ) : null}
      {backup.at === 'checked' ? (
        <p className="settings-modal__text" role="status">
          {rich(
            '<b>Backup verified</b> Keep the paper dry and away from other people. The 12 words alone restore your wallet, here or in another app.',
            { b: (inside) => <b>{inside}</b> },
          )}
        </p>
      ) : null}
    </Modal>
  );
}

const KINDS = [
  { value: 'file', label: t('Encrypted file') },
  { value: 'phrase', label: t('12 words') },
] as const;

const TEXT_BY_KIND: Readonly<Record<Kind, string>> = {
  file: t(
    'Only your password opens this file. MetaMask and other wallets can read it. Without the password, it’s useless.',
  ),
  phrase: t(
    'Write these 12 words on paper. They restore both balances in Railway, and the public one in MetaMask. Anyone who reads them can take your money, so make sure you’re alone.',
  ),
};
