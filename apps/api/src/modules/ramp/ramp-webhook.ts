import type { rampWebhook } from '#wire/ramp/ramp-webhook';
import { type Handler, refuse } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RampOrders } from '../../ports/ramp-orders.ts';
import type { RampProvider } from '../../ports/ramp-provider.ts';

export interface RampWebhookPorts {
  readonly provider: Pick<RampProvider, 'readWebhook'> | null;
  readonly rampOrders: Pick<RampOrders, 'note'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Accepts a notification of an order. Its content is not trusted: it only makes the worker look up the order.
 * Notifications of pages that are not ours are accepted and dropped, so that they are not sent again.
 */
export function createRampWebhook(ports: RampWebhookPorts): Handler<typeof rampWebhook> {
  return async ({ body }) => {
    const { provider, rampOrders, clock } = ports;
    if (provider === null) return refuse('ramp-not-set-up');
    const hint = await provider.readWebhook(body.data);
    if (hint === null) return refuse('webhook-not-valid');
    await rampOrders.note(hint, clock.now());
    return { success: true };
  };
}
