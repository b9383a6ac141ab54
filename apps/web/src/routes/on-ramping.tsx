import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /on-ramping (§2 Buy / Sell). */
export default function OnRamping() {
  return (
    <ComingLater title="Buy">You will buy USDC with a card or a bank transfer here.</ComingLater>
  );
}
