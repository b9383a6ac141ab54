import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /dashboard/deposit-currency (§2 Deposit). */
export default function DepositCurrency() {
  return (
    <ComingLater title="Deposit">
      You will choose what to deposit here: Pol, KAX or USDC, on Polygon only.
    </ComingLater>
  );
}
