import { useEffect, useState } from 'react';
import InstallModal from '../features/install/install-modal.tsx';
import { useInstallChoice } from '../features/install/use-install-choice.ts';
import { type InstallMethod, useInstallMethod, watchInstall } from '../lib/install.ts';
import { useLocation } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';
import { useIsWelcomeDue } from '../state/first-steps.ts';
import { countVisit, endInstallOffer, isInstallDue } from '../state/install-offer.ts';
import { useSettings } from '../state/settings.ts';

/** How long nothing else must have wanted attention. */
const CALM_MS = 1_000;

/** Offers once in a while to install Kax, on the dashboard, while nothing else is open. */
export default function InstallOffer() {
  const [offered, setOffered] = useState<{ method: InstallMethod; isOpen: boolean } | null>(null);
  const choice = useInstallChoice(() => setOffered((last) => last && { ...last, isOpen: false }));
  const method = useNextOffer();
  useEffect(() => {
    countVisit(new Date());
    return watchInstall(endInstallOffer);
  }, []);
  useEffect(() => {
    if (method === null) return;
    const timer = setInterval(() => {
      if (isSomethingOpen()) return;
      clearInterval(timer);
      setOffered({ method, isOpen: true });
    }, CALM_MS);
    return () => clearInterval(timer);
  }, [method]);
  if (offered === null) return null;
  return (
    <InstallModal
      isOpen={offered.isOpen}
      method={offered.method}
      onInstall={choice.accept}
      onClose={choice.postpone}
    />
  );
}

/** @returns how Kax could be installed; null while there is nothing to offer */
function useNextOffer(): InstallMethod | null {
  const method = useInstallMethod();
  const offer = useSettings((all) => all.install);
  const isWelcomeDue = useIsWelcomeDue(useUser().id);
  const { pathname, search } = useLocation();
  const isOnDashboard = pathname === paths.dashboard && !new URLSearchParams(search).has('do');
  return isOnDashboard && !isWelcomeDue && isInstallDue(offer, new Date()) ? method : null;
}

/** Whether a dialog, a menu or a field has the user's attention. */
function isSomethingOpen(): boolean {
  return (
    document.querySelector('dialog[open], [role="menu"]') !== null ||
    document.activeElement?.matches('input, textarea, select') === true
  );
}
