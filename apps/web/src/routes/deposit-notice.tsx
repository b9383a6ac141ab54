import { PublicNotice } from './public-notice.tsx';

/** What both deposit pages say in private mode. */
export function DepositNotice() {
  return (
    <PublicNotice what="Deposits are public">
      They go to your public balance, and anyone can see them. You can make them private afterwards.
    </PublicNotice>
  );
}
