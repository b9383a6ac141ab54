import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /off-ramping (§2 Buy / Sell). */
export default function OffRamping() {
  return <ComingLater title="Sell">You will sell USDC for money in your bank here.</ComingLater>;
}
