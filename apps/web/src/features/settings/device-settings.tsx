import { changeSettings, useSettings } from '../../state/settings.ts';
import { setWalletMode, useWalletMode } from '../../state/wallet-mode.ts';
import { Switch } from '../../ui/switch.tsx';

/** What this browser does; kept in it and nowhere else (§2 /dashboard/settings). */
export function DeviceSettings() {
  const { hasPaymentNotes, usesRelayers } = useSettings();
  const mode = useWalletMode();
  return (
    <section className="card settings-card" aria-labelledby="this-device">
      <header className="settings-card__head">
        <h2 className="card-title" id="this-device">
          This device
        </h2>
      </header>
      <div className="device-settings">
        <Switch
          label="Private Mode"
          description="Show and open the wallet on its private side"
          isOn={mode === 'private'}
          onChange={(isOn) => setWalletMode(isOn ? 'private' : 'public')}
        />
        <Switch
          label="Transaction Notifications"
          description="A note when a payment of yours is final or fails"
          isOn={hasPaymentNotes}
          onChange={(isOn) => changeSettings({ hasPaymentNotes: isOn })}
        />
        <Switch
          label="Auto-connect to Relayers"
          description="For private payments: a relayer sends them and pays their network fee. It changes nothing for public ones"
          isOn={usesRelayers}
          onChange={(isOn) => changeSettings({ usesRelayers: isOn })}
        />
      </div>
    </section>
  );
}
