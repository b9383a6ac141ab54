import type { ReactNode } from 'react';
import { t } from '#language/t';
import { HelpAbout } from '../../help/help-about.tsx';
import { changeSettings, useSettings } from '../../state/settings.ts';
import { setWalletMode, useWalletMode } from '../../state/wallet-mode.ts';
import { Switch } from '../../ui/switch.tsx';
import { usePaymentNotices } from './use-payment-notices.ts';

/** Settings stored in this browser, and more rows below them; the notification setting is also stored on the server (§2 /dashboard/settings). */
export function DeviceSettings({ children }: { children: ReactNode }) {
  const usesRelayers = useSettings((settings) => settings.usesRelayers);
  const paymentNotices = usePaymentNotices();
  const mode = useWalletMode();
  return (
    <section className="card settings-card" aria-labelledby="this-device">
      <header className="settings-card__head">
        <h2 className="card-title" id="this-device">
          {t('This device')}
        </h2>
      </header>
      <div className="settings-switches">
        <Switch
          label={t('Private Mode')}
          description={t('Show your private balance and open Kax in private mode')}
          isOn={mode === 'private'}
          onChange={(isOn) => setWalletMode(isOn ? 'private' : 'public')}
        />
        <Switch
          label={t('Transaction Notifications')}
          description={t('Notify me here and by email when a payment is final or fails')}
          isOn={paymentNotices.isOn}
          onChange={(isOn) => void paymentNotices.change(isOn)}
        />
        <Switch
          label={t('Auto-connect to Relayers')}
          help={<HelpAbout topic="relayer" about={t('Relayers')} />}
          description={t(
            'A relayer sends your private payments and pays their network fee. When this is off, Kax asks before each transfer and unshield',
          )}
          isOn={usesRelayers}
          onChange={(isOn) => changeSettings({ usesRelayers: isOn })}
        />
        {children}
      </div>
    </section>
  );
}
