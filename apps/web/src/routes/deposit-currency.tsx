import { CurrencyCards } from '../features/deposit/currency-cards.tsx';
import { WrongNetworkNotice } from '../features/deposit/wrong-network-notice.tsx';
import './page-head.css';

/** /dashboard/deposit-currency (§2 Deposit). */
export default function DepositCurrency() {
  return (
    <>
      <title>Deposit · Kax</title>
      <div className="page-head">
        <div>
          <h1 className="page-title">Deposit</h1>
          <p>What would you like to deposit?</p>
        </div>
      </div>
      <CurrencyCards />
      <WrongNetworkNotice />
    </>
  );
}
