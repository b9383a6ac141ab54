import { t } from '#language/t';
import './security.css';
import { WifiOff } from 'lucide-react';
import type { ApiError } from '../../lib/api-result.ts';
import { useOpened } from '../../lib/modal-url/use-opened.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSecuritySettings } from './api/security-settings.ts';
import { CheckupCard } from './checkup-card.tsx';
import { ContactsCard } from './contacts-card.tsx';
import { EventsCard } from './events-card.tsx';
import { FreezeCard } from './freeze-card.tsx';
import { OtherFactorsCard } from './other-factors-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { SecurityBanners } from './security-banners.tsx';
import type { DialogSubject } from './security-dialog.ts';
import { SecurityDialogs } from './security-dialogs.tsx';
import { SecuritySkeletons } from './security-skeletons.tsx';
import { SignOutOffer } from './sign-out-offer.tsx';
import { useAddFromLink } from './use-add-from-link.ts';

/** Holds and changes end while the page is open. */
const REFRESH_MS = 15_000;

interface SecurityPageProps {
  /** The number of signed-in devices; null until known. */
  sessionCount: number | null;
  onSignOutOthers: () => Promise<ApiError | null>;
}

/** What protects the account, and everything that can be done about it (§2 /dashboard/settings/security). */
export function SecurityPage({ sessionCount, onSignOutOthers }: SecurityPageProps) {
  const query = useSecuritySettings();
  const { data: settings, isError, isFetching } = query;
  const dialog = useOpened<DialogSubject>();
  const now = useNow(REFRESH_MS);
  const open = dialog.open;
  useAddFromLink(settings !== undefined, open);

  return (
    <>
      <div className="security-head">
        <BackLink to={paths.settings}>{t('Settings')}</BackLink>
        <h1 className="page-title">{t('Security')}</h1>
      </div>
      {settings === undefined && !isError ? <SecuritySkeletons /> : null}
      {settings === undefined && isError ? (
        <Card>
          <ErrorState
            title={t('Couldn’t load your security settings')}
            isRetrying={isFetching}
            onRetry={() => void query.refetch()}
          >
            {t('Nothing changed. Your account is as protected as before.')}
          </ErrorState>
        </Card>
      ) : null}
      {settings ? (
        <>
          {isError ? (
            <Notice
              tone="warn"
              icon={<WifiOff className="icon" size={18} aria-hidden="true" />}
              title={t('Can’t reach Kax.')}
              action={
                <Button size="sm" isBusy={isFetching} onClick={() => void query.refetch()}>
                  {t('Try again')}
                </Button>
              }
            >
              {t('This is what we last knew.')}
            </Notice>
          ) : null}
          <SecurityBanners
            settings={settings}
            now={now}
            onUnfreeze={() => open({ name: 'unfreeze' })}
          />
          <SignOutOffer
            settings={settings}
            otherCount={Math.max(0, (sessionCount ?? 0) - 1)}
            onSignOut={onSignOutOthers}
          />
          <div className="security-grid">
            <div className="security-grid__column">
              <CheckupCard settings={settings} sessionCount={sessionCount} onOpen={open} />
              <PasskeysCard passkeys={settings.passkeys} onOpen={open} />
              <OtherFactorsCard settings={settings} onOpen={open} />
              <PaymentsCard settings={settings} now={now} onOpen={open} />
            </div>
            <div className="security-grid__column">
              {settings.frozenAt === null ? (
                <FreezeCard onFreeze={() => open({ name: 'freeze' })} />
              ) : null}
              <ContactsCard settings={settings} now={now} onOpen={open} />
              <EventsCard />
            </div>
          </div>
          <SecurityDialogs opened={dialog.opened} settings={settings} onClose={dialog.close} />
        </>
      ) : null}
    </>
  );
}
