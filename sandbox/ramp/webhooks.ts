import { signJwt } from './jwt.ts';
import { eventByStatus, orderResource, type RampOrder } from './order.ts';
import type { Partner } from './partner.ts';

/** Notifies the customer's server of changes to orders. */
export interface Webhooks {
  send(order: RampOrder): void;
  stop(): Promise<void>;
}

const TRY_AFTER_MS = [0, 1_000, 3_000, 10_000, 30_000];
const RESPONSE_TIMEOUT_MS = 5_000;

/** Posts each change, signed with the current access token, until the server accepts it or five attempts failed. */
export function createWebhooks(url: string, partner: Partner): Webhooks {
  const stopping = new AbortController();
  const deliveries = new Set<Promise<void>>();
  return {
    send(order) {
      const work = deliver(order).finally(() => deliveries.delete(work));
      deliveries.add(work);
    },
    async stop() {
      stopping.abort();
      await Promise.all(deliveries);
    },
  };

  async function deliver(order: RampOrder): Promise<void> {
    for (const pauseMs of TRY_AFTER_MS) {
      await pause(pauseMs);
      if (stopping.signal.aborted || (await isAccepted(order))) return;
    }
  }

  async function isAccepted(order: RampOrder): Promise<boolean> {
    const token = partner.token();
    if (token === null) return false;
    const data = signJwt(
      {
        webhookData: orderResource(order),
        eventID: eventByStatus[order.status],
        createdAt: new Date().toISOString(),
      },
      token,
    );
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // No one is listening yet; the next attempt may succeed.
      return false;
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        done();
      });
    });
  }
}
