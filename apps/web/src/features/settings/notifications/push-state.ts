import { dataOrThrow } from '../../../lib/api-result.ts';
import { isSubscribed } from '../../../lib/push/push-subscription.ts';
import { type PushSupport, pushSupport } from '../../../lib/push/push-support.ts';
import { wantsPush } from '../../../state/push-choice.ts';
import { readPush } from '../api/push.ts';
import { resumePush } from './resume-push.ts';

/** Push messages to this browser. `lost`: the user turned them on, and they don't arrive. */
export type PushState =
  | { readonly at: Exclude<PushSupport, 'supported'> | 'not-set-up' | 'blocked' }
  | { readonly at: 'off' | 'on' | 'lost'; readonly publicKey: string };

export const PUSH_KEY = ['auth', 'push'] as const;

/** @throws when the server can't be asked */
export async function readPushState(userId: string, signal: AbortSignal): Promise<PushState> {
  const support = pushSupport();
  if (support !== 'supported') return { at: support };
  if (wantsPush(userId)) await resumePush();
  const { publicKey, isOn } = dataOrThrow(await readPush(signal)).data;
  if (publicKey === null) return { at: 'not-set-up' };
  if (Notification.permission === 'denied') return { at: 'blocked' };
  const isComplete = Notification.permission === 'granted' && (await isSubscribed(publicKey));
  if (isOn && isComplete) return { at: 'on', publicKey };
  return { at: isOn || wantsPush(userId) ? 'lost' : 'off', publicKey };
}
