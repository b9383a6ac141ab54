import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useOpenApproval } from '../../lib/approval/open-approval.ts';
import { useLocation, useNavigate } from '../../lib/navigation/navigation.tsx';
import { isPasskeySupported } from '../../lib/passkeys.ts';
import { DATE_REFRESH_MS, useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { useUser } from '../../state/auth-session.ts';
import { useIsNewAccount } from '../../state/new-account.ts';
import { SECURITY_KEY, useSecuritySettings } from './api/security-settings.ts';
import type { SecurityBannersProps } from './security-banners.tsx';
import { PasskeyProposal, SecurityReminder } from './security-reminder.tsx';

// Most accounts have none. If they fail to load, every page works without them.
const SecurityBanners = lazy(
  (): Promise<{ default: ComponentType<SecurityBannersProps> }> =>
    import('./security-banners.tsx')
      .then((module) => ({ default: module.SecurityBanners }))
      .catch(() => ({ default: () => null })),
);

/**
 * What is held back or about to change, above every page; the security page shows it itself. While nothing is, what the
 * account lacks. Renders nothing when the server doesn't respond.
 */
export default function AccountBanners() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const now = useNow(DATE_REFRESH_MS);
  const isNew = useIsNewAccount(useUser().id);
  const { data: settings } = useSecuritySettings();
  useRefetchAfterApprovals();
  if (settings === undefined || pathname === paths.security) return null;

  const { reminder, passkeys } = settings;
  const isProposed = isNew && passkeys.length === 0 && isPasskeySupported();
  const isCalm = [
    settings.frozenAt,
    settings.factorsRemovedAt,
    settings.resetHold,
    settings.newDevice,
    settings.contactChange,
  ].every((held) => held === null);
  return (
    <>
      {isCalm ? null : (
        <Suspense fallback={null}>
          <SecurityBanners
            settings={settings}
            now={now}
            onUnfreeze={() => void navigate(paths.security)}
          />
        </Suspense>
      )}
      {isProposed && pathname === paths.dashboard ? <PasskeyProposal /> : null}
      {isCalm && !isProposed && reminder ? (
        <SecurityReminder lacks={reminder.lacks} codesLeft={settings.recoveryCodesLeft} />
      ) : null}
    </>
  );
}

/** What was approved may have ended a hold or used up a recovery code. */
function useRefetchAfterApprovals(): void {
  const client = useQueryClient();
  const isApproving = useOpenApproval() !== null;
  useEffect(() => {
    if (!isApproving) return;
    return () => void client.invalidateQueries({ queryKey: SECURITY_KEY });
  }, [isApproving, client]);
}
