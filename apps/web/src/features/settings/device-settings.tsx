import { changeSettings, useSettings } from '../../state/settings.ts';
import { setWalletMode, useWalletMode } from '../../state/wallet-mode.ts';
import { Switch } from '../../ui/switch.tsx';
import { usePaymentNotices } from './use-payment-notices.ts';

/** Settings stored in this browser; the notification setting is also stored on the server (§2 /dashboard/settings). */
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
      <div className="settings-switches">
        <Switch
          label="Private Mode"
          description="Show your private balance and open Kax in private mode"
          isOn={mode === 'private'}
          onChange={(isOn) => setWalletMode(isOn ? 'private' : 'public')}
        />
        <Switch
          label="Transaction Notifications"
          description="Notify me here and by email when a payment is final or fails"
          isOn={paymentNotices.isOn}
          onChange={(isOn) => void paymentNotices.change(isOn)}
        />
        <Switch
          label="Auto-connect to Relayers"
          description="A relayer sends your private payments and pays their network fee. Public payments don’t change"
          isOn={usesRelayers}
          onChange={(isOn) => changeSettings({ usesRelayers: isOn })}
        />
      </div>
    </section>
  );
}
