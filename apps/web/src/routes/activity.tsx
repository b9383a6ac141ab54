import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /activity/:id (§2 Activity). */
export default function Activity() {
  return (
    <ComingLater title="Recent Activity">
      What came in and went out of this wallet, coin by coin, will be listed here.
    </ComingLater>
  );
}
