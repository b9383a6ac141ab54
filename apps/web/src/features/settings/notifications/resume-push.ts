import { isSubscribed, subscribe } from '../../../lib/push/push-subscription.ts';
import { pushSupport } from '../../../lib/push/push-support.ts';
import { readPush, sendPushTo } from '../api/push.ts';

let running: Promise<void> | null = null;

/**
 * Subscribes again where push messages are turned on for this browser and don't arrive: after a new sign-in, or when
 * the browser or the server dropped the subscription. It never asks for the browser's permission.
 */
export function resumePush(): Promise<void> {
  running ??= resume().finally(() => {
    running = null;
  });
  return running;
}

async function resume(): Promise<void> {
  if (pushSupport() !== 'supported' || Notification.permission !== 'granted') return;
  const settings = await readPush();
  if (!settings.ok) return;
  const { publicKey, isOn } = settings.data.data;
  if (publicKey === null || (isOn && (await isSubscribed(publicKey)))) return;
  const endpoint = await subscribe(publicKey);
  if (endpoint !== null) await sendPushTo(endpoint, true);
}
