import { t } from '#language/t';
import { useBothBalances } from '../features/coins/use-both-balances.ts';
import { wholeBalance } from '../features/coins/whole-balance.ts';
import { CurrencyPage } from '../features/settings/currency/currency-page.tsx';
import { useWalletMode } from '../state/wallet-mode.ts';

/** /dashboard/settings/currency (§2 Route table). */
export default function SettingsCurrency() {
  const whole = wholeBalance(useBothBalances(useWalletMode()));
  return (
    <>
      <title>{t('Language and currency · Kax')}</title>
      <CurrencyPage
        totalUsd={whole.at === 'ready' && whole.missing === null ? whole.total.usd : null}
      />
    </>
  );
}
