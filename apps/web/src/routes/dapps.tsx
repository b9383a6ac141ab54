import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /dashboard/dapps (§2 Route table). */
export default function Dapps() {
  return (
    <ComingLater title="dApps">
      Applications that work with this wallet will be listed here.
    </ComingLater>
  );
}
