import type { turnOffPush } from '#wire/auth/turn-off-push';
import type { Handler } from '../../application/call.ts';
import type { PushPorts } from './push-settings.ts';

/** Sends no more push messages to the browser of the caller's session. */
export function createTurnOffPush({
  push,
  pushSubscriptions,
}: PushPorts): Handler<typeof turnOffPush> {
  return async ({ session }) => {
    await pushSubscriptions.remove(session.sessionId);
    return { data: { publicKey: push?.publicKey ?? null, isOn: false } };
  };
}
