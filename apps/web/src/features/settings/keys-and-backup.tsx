import { Download, Key, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { lazyRoute } from '../../lib/lazy-route.ts';
import { Button } from '../../ui/button.tsx';

const MODALS = {
  export: lazyRoute(() => import('./export-key-modal.tsx')),
  backup: lazyRoute(() => import('./backup-modal.tsx')),
  delete: lazyRoute(() => import('./delete-wallet-modal.tsx')),
} as const;

const icon = { className: 'icon', size: 16, 'aria-hidden': true } as const;

/** Key export, backup, and wallet deletion (§2 /dashboard/settings). */
export function KeysAndBackup() {
  const { opened, open, close } = useOpened();
  const OpenModal = opened ? MODALS[opened.name] : null;
  return (
    <section className="card settings-card" aria-labelledby="keys-and-backup">
      <header className="settings-card__head">
        <h2 className="card-title" id="keys-and-backup">
          Keys and backup
        </h2>
        <p>We’ll ask for your password each time.</p>
      </header>
      <div className="settings-card__buttons">
        <Button isWide icon={<Key {...icon} />} onClick={() => open('export')}>
          Export Private Key
        </Button>
        <Button isWide icon={<Download {...icon} />} onClick={() => open('backup')}>
          Backup Wallet
        </Button>
        <Button isWide variant="danger" icon={<Trash2 {...icon} />} onClick={() => open('delete')}>
          Delete Wallet
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

interface Opened {
  readonly name: keyof typeof MODALS;
  readonly isOpen: boolean;
  /** Increments on each opening, so that the modal starts fresh. */
  readonly opening: number;
}

/** How long the closing animation takes. Then the modal is unmounted, along with any key it held. */
const LEAVING_MS = 300;

function useOpened() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const isLeaving = opened !== null && !opened.isOpen;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setOpened(null), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return {
    opened,
    open: (name: Opened['name']) =>
      setOpened((last) => ({ name, isOpen: true, opening: (last?.opening ?? 0) + 1 })),
    close: () => setOpened((last) => (last ? { ...last, isOpen: false } : last)),
  };
}
