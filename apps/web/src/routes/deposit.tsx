import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /deposit/:currencyId (§2 Deposit). */
export default function Deposit() {
  return (
    <ComingLater title="Deposit">
      The address to deposit to will be shown here, with its QR code.
    </ComingLater>
  );
}
