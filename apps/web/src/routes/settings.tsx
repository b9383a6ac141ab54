import { t } from '#language/t';
import '../ui/card.css';
import '../features/settings/settings.css';
import { useQuery } from '@tanstack/react-query';
import { InstallRow } from '../features/install/install-row.tsx';
import { useSessionList } from '../features/sessions/use-sessions.ts';
import { DeviceSettings } from '../features/settings/device-settings.tsx';
import { KeysAndBackup } from '../features/settings/keys-and-backup.tsx';
import { PrivacySettings } from '../features/settings/privacy-settings.tsx';
import { SettingsLinks } from '../features/settings/settings-links.tsx';
import { WhoCanMove } from '../features/settings/who-can-move.tsx';
import { WhoCanSee } from '../features/settings/who-can-see.tsx';
import { about } from '../lib/about.ts';
import { dataOrThrow } from '../lib/api-result.ts';

/** /dashboard/settings (§2 Route table). */
export default function Settings() {
  const { data: sessions } = useSessionList();
  const { data: server } = useQuery({
    queryKey: ['about'],
    queryFn: async () => dataOrThrow(await about()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <>
      <title>{t('Settings · Kax')}</title>
      <h1 className="page-title">{t('Settings')}</h1>
      <div className="settings-grid">
        <div className="settings-grid__column">
          <WhoCanMove
            sessionCount={sessions?.length ?? null}
            recoveryKey={server?.recoveryKey ?? null}
          />
          <WhoCanSee />
        </div>
        <div className="settings-grid__column">
          <SettingsLinks />
          <DeviceSettings>
            <InstallRow />
          </DeviceSettings>
          <PrivacySettings />
          <KeysAndBackup />
        </div>
      </div>
    </>
  );
}
