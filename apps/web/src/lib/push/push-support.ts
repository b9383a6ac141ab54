/** Whether this browser can get push messages; Safari on iPhone and iPad can only from the Home Screen. */
export type PushSupport = 'supported' | 'needs-install' | 'unsupported';

/** @returns what this browser can do, whatever its user allows */
export function pushSupport(): PushSupport {
  const isComplete =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isComplete) return 'supported';
  return 'standalone' in navigator && navigator.standalone === false
    ? 'needs-install'
    : 'unsupported';
}
