import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /dashboard/nfts (§2 Route table). */
export default function Nfts() {
  return (
    <ComingLater title="NFT Collection">
      The collectibles of this wallet will be shown here.
    </ComingLater>
  );
}
