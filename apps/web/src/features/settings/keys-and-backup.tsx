import { Download, Key, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { t } from '#language/t';
import { HelpAbout } from '../../help/help-about.tsx';
import { lazyRoute } from '../../lib/lazy-route.ts';
import { useOpened } from '../../lib/modal-url/use-opened.ts';
import { Button } from '../../ui/button.tsx';

const MODALS = {
  export: lazyRoute(() => import('./export-key-modal.tsx')),
  backup: lazyRoute(() => import('./backup-modal.tsx')),
  delete: lazyRoute(() => import('./delete-wallet-modal.tsx')),
} as const;

const icon = { className: 'icon', size: 16, 'aria-hidden': true } as const;

/** Key export, backup, and wallet deletion (§2 /dashboard/settings). */
export function KeysAndBackup() {
  const { opened, open, close } = useOpened<keyof typeof MODALS>();
  const OpenModal = opened ? MODALS[opened.subject] : null;
  return (
    <section className="card settings-card" aria-labelledby="keys-and-backup">
      <header className="settings-card__head">
        <div className="help-beside">
          <h2 className="card-title" id="keys-and-backup">
            {t('Keys and backup')}
          </h2>
          <HelpAbout topic="backup-words" about={t('The 12 words')} />
        </div>
        <p>{t('We’ll ask for your password each time.')}</p>
      </header>
      <div className="settings-card__buttons">
        <Button isWide icon={<Key {...icon} />} onClick={() => open('export')}>
          {t('Export Private Key')}
        </Button>
        <Button isWide icon={<Download {...icon} />} onClick={() => open('backup')}>
          {t('Backup Wallet')}
        </Button>
        <Button isWide variant="danger" icon={<Trash2 {...icon} />} onClick={() => open('delete')}>
          {t('Delete Wallet')}
        </Button>
      </div>
      {opened && OpenModal ? (
        <Suspense fallback={null}>
          <OpenModal key={opened.opening} isOpen={opened.isOpen} onClose={close} />
        </Suspense>
      ) : null}
    </section>
  );
}
