import { t } from '#language/t';
import { CurrencyCards } from '../features/deposit/currency-cards.tsx';
import { POLYGON, WrongNetworkNotice } from '../features/receive/wrong-network-notice.tsx';
import { ModeChip } from '../ui/mode-mark.tsx';
import { DepositNotice } from './deposit-notice.tsx';
import './page-head.css';

/** /dashboard/deposit-currency (§2 Deposit). */
export default function DepositCurrency() {
  return (
    <div className="page-wide" data-mode="public">
      <title>{t('Deposit · Kax')}</title>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('Deposit')}</h1>
          <p>{t('What would you like to deposit?')}</p>
        </div>
        <ModeChip mode="public" />
      </div>
      <DepositNotice />
      <CurrencyCards />
      <WrongNetworkNotice network={POLYGON} />
    </div>
  );
}
