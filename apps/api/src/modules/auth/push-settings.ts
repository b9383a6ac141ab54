import type { pushSettings } from '#wire/auth/push-settings';
import type { Handler } from '../../application/call.ts';
import type { PushHosts } from '../../ports/push-endpoints.ts';
import type { PushSubscriptions } from '../../ports/push-subscriptions.ts';

export interface PushPorts {
  /** What browsers subscribe with, and where their messages may go; null where none are sent. */
  readonly push: { readonly publicKey: string; readonly hosts: PushHosts } | null;
  readonly pushSubscriptions: PushSubscriptions;
}

/** Reads whether the browser of the caller's session gets push messages. */
export function createPushSettings(
  ports: Pick<PushPorts, 'push'> & {
    readonly pushSubscriptions: Pick<PushSubscriptions, 'has'>;
  },
): Handler<typeof pushSettings> {
  const publicKey = ports.push?.publicKey ?? null;
  return async ({ session }) => {
    const isOn = publicKey !== null && (await ports.pushSubscriptions.has(session.sessionId));
    return { data: { publicKey, isOn } };
  };
}
