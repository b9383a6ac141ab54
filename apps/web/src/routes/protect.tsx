import { Suspense } from 'react';
import { t } from '#language/t';
import { ProtectPage } from '../features/signer/protect/protect-page.tsx';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useOpened } from '../lib/modal-url/use-opened.ts';

const BackupModal = lazyRoute(() => import('../features/settings/backup-modal.tsx'));

/** /dashboard/settings/protect (§2 Route table). */
export default function Protect() {
  const { opened, open, close } = useOpened<'words'>();
  return (
    <>
      <title>{t('Protect your wallet · Kax')}</title>
      <ProtectPage onShowWords={() => open('words')} />
      {opened ? (
        <Suspense fallback={null}>
          <BackupModal key={opened.opening} isOpen={opened.isOpen} onClose={close} only="phrase" />
        </Suspense>
      ) : null}
    </>
  );
}
