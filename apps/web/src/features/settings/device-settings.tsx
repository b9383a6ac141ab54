import { changeSettings, useSettings } from '../../state/settings.ts';
import { setWalletMode, useWalletMode } from '../../state/wallet-mode.ts';
import { Switch } from '../../ui/switch.tsx';
import { usePaymentNotices } from './use-payment-notices.ts';

/** What this browser does, kept in it; notifications are kept on the server too (§2 /dashboard/settings). */
export function DeviceSettings() {
  const { usesRelayers } = useSettings();
  const paymentNotices = usePaymentNotices();
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
          description="A note here, and a mail to you, when a payment of yours is final or fails"
          isOn={paymentNotices.isOn}
          onChange={(isOn) => void paymentNotices.change(isOn)}
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
