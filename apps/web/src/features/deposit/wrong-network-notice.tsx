import { Notice } from '../../ui/notice.tsx';

/** The warning of §2 Deposit. */
export function WrongNetworkNotice() {
  return (
    <Notice tone="warn" title="Polygon (POL) network tokens only.">
      Sending on a wrong network or to a wrong address is unrecoverable.
    </Notice>
  );
}
