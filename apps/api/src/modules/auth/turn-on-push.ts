import type { turnOnPush } from '#wire/auth/turn-on-push';
import { type Handler, refuse } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import { isPushEndpoint } from '../../ports/push-endpoints.ts';
import type { PushPorts } from './push-settings.ts';

export interface TurnOnPushPorts extends PushPorts {
  readonly clock: Pick<Clock, 'now'>;
}

/** Sends push messages to the browser of the caller's session, if its maker is one that is known. */
export function createTurnOnPush({
  push,
  pushSubscriptions,
  clock,
}: TurnOnPushPorts): Handler<typeof turnOnPush> {
  return async ({ session: { sessionId, userId }, body: { endpoint } }) => {
    if (push === null || !isPushEndpoint(endpoint, push.hosts)) return refuse('push-not-available');
    const subscription = { sessionId, userId, endpoint };
    const isStored = await pushSubscriptions.put(subscription, clock.now());
    return isStored
      ? { data: { publicKey: push.publicKey, isOn: true } }
      : refuse('push-not-available');
  };
}
