import { t } from '#language/t';
import '../ui/card.css';
import '../features/settings/settings.css';
import { InstallRow } from '../features/install/install-row.tsx';
import { useSessionList } from '../features/sessions/use-sessions.ts';
import { DeviceSettings } from '../features/settings/device-settings.tsx';
import { KeysAndBackup } from '../features/settings/keys-and-backup.tsx';
import { PrivacySettings } from '../features/settings/privacy-settings.tsx';
import { ProtectLink } from '../features/settings/protect-link.tsx';
import { SettingsLinks } from '../features/settings/settings-links.tsx';
import { WhoCanMove } from '../features/settings/who-can-move.tsx';
import { WhoCanMoveOnlyMe } from '../features/settings/who-can-move-only-me.tsx';
import { WhoCanSee } from '../features/settings/who-can-see.tsx';
import { OwnKeys } from '../features/signer/keys/own-keys.tsx';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useAbout } from '../lib/use-about.ts';
import { useUser } from '../state/auth-session.ts';

const DeleteWallet = lazyRoute(() => import('../features/settings/delete-wallet-modal.tsx'));

/** /dashboard/settings (§2 Route table). */
export default function Settings() {
  const { wallet } = useUser();
  const isOwn = wallet.custody === 'only-me';
  const { data: sessions } = useSessionList();
  const { data: server } = useAbout();
  return (
    <>
      <title>{t('Settings · Kax')}</title>
      <h1 className="page-title">{t('Settings')}</h1>
      <div className="settings-grid">
        <div className="settings-grid__column">
          {isOwn ? (
            <WhoCanMoveOnlyMe release={server?.signer?.release ?? null} />
          ) : (
            <WhoCanMove
              sessionCount={sessions?.length ?? null}
              recoveryKey={server?.recoveryKey ?? null}
              protect={server?.signer ? <ProtectLink /> : null}
            />
          )}
          <WhoCanSee />
        </div>
        <div className="settings-grid__column">
          {isOwn ? <OwnKeys DeleteWallet={DeleteWallet} /> : null}
          <SettingsLinks />
          <DeviceSettings>
            <InstallRow />
          </DeviceSettings>
          <PrivacySettings />
          {isOwn ? null : <KeysAndBackup />}
        </div>
      </div>
    </>
  );
}
