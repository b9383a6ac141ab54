import { Suspense, useState } from 'react';
import { t } from '#language/t';
import { useInstallMethod } from '../../lib/install.ts';
import { lazyRoute } from '../../lib/lazy-route.ts';
import { Button } from '../../ui/button.tsx';
import { useInstallChoice } from './use-install-choice.ts';

const InstallModal = lazyRoute(() => import('./install-modal.tsx'));

/** Installs Kax at any time, where the browser can; otherwise there is no row. */
export function InstallRow() {
  const method = useInstallMethod();
  const [opened, setOpened] = useState<{ isOpen: boolean } | null>(null);
  const { postpone, accept } = useInstallChoice(() => setOpened({ isOpen: false }));
  if (method === null) return null;
  return (
    <div className="switch-row">
      <div className="switch-row__text">
        <span>{t('Install Kax')}</span>
        <span>{t('Open Kax from your home screen or desktop, in its own window')}</span>
      </div>
      <Button onClick={() => setOpened({ isOpen: true })}>{t('Install')}</Button>
      {opened ? (
        <Suspense fallback={null}>
          <InstallModal
            isOpen={opened.isOpen}
            method={method}
            onInstall={accept}
            onClose={postpone}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
