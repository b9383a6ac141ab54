import { ComingLater } from '../features/coming-later/coming-later.tsx';

/** /dashboard/settings (§2 Route table). */
export default function Settings() {
  return (
    <ComingLater title="Settings">
      Notifications, the backup of this wallet, and who can move its money will be set here.
    </ComingLater>
  );
}
