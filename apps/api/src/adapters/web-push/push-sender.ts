import { isPushEndpoint, type PushHosts } from '../../ports/push-endpoints.ts';
import type { PushSender } from '../../ports/push-sender.ts';
import type { PushSigner } from '../../ports/push-signer.ts';
import { vapidToken } from './vapid-token.ts';

export interface WebPushOptions {
  readonly signer: PushSigner;
  /** Whom the services write to, as in `mailto:operator@wallet.example`. */
  readonly subject: string;
  /** The only services that anything is sent to, whatever a subscription says. */
  readonly hosts: PushHosts;
  readonly timeoutMs: number;
  readonly clock: { readonly now: () => Date };
}

/** For how long a browser that is offline may still be woken up by it. */
const TTL_SECONDS = 24 * 60 * 60;
/** One message replaces those before it that a browser did not get yet (RFC 8030, 5.4). */
const TOPIC = 'kax';
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Push messages without content over the Web Push protocol (RFC 8030), identified by VAPID (RFC 8292). */
export function createWebPush({
  signer,
  subject,
  hosts,
  timeoutMs,
  clock,
}: WebPushOptions): PushSender {
  return {
    async send(endpoint) {
      if (!isPushEndpoint(endpoint, hosts)) return 'refused';
      const token = vapidToken({ signer, subject, endpoint, now: clock.now() });
      const headers = {
        authorization: `vapid t=${token}, k=${signer.publicKey}`,
        ttl: String(TTL_SECONDS),
        urgency: 'high',
        topic: TOPIC,
      };
      try {
        const response = await fetch(endpoint, {
          ...{ method: 'POST', headers, redirect: 'error' },
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.body?.cancel();
        if (response.ok) return 'sent';
        return GONE.has(response.status) ? 'gone' : 'failed';
      } catch {
        // No connection, no response in time, or a redirect: the next try decides.
        return 'failed';
      }
    },
  };
}
