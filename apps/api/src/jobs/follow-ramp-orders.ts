import { isRampOpen } from '#domain/ramp/ramp-order';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { DueRampOrder, RampOrders } from '../ports/ramp-orders.ts';
import type { ProviderOrder, RampProvider } from '../ports/ramp-provider.ts';

export interface FollowRampOrdersPorts {
  readonly provider: Pick<RampProvider, 'readOrder' | 'listOrders'>;
  readonly rampOrders: Omit<RampOrders, 'open' | 'list'>;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 1_000;
const AFTER_ERROR_MS = 5_000;
const AT_ONCE = 10;
/** Longer than the partner may take to respond. */
const LEASE_MS = 60_000;
const LOOK_AGAIN_MS = 30_000;
const AFTER_SILENCE_MS = 10_000;
/** How often, and for how old pages, orders without a webhook are searched. */
const SEARCH_EVERY_MS = 60_000;
const SEARCH_BACK_MS = 2 * 60 * 60_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Looks orders up at the payment partner: those with a webhook, and open ones now and then, since webhooks can be
 * lost. @returns the job, not started.
 */
export function createFollowRampOrders(ports: FollowRampOrdersPorts): Job {
  let searchedAt = 0;
  return createJob({
    ...ports,
    run: async () => {
      const now = ports.clock.now();
      if (now.getTime() - searchedAt >= SEARCH_EVERY_MS) {
        searchedAt = now.getTime();
        await searchOrders(ports);
        await ports.rampOrders.sweep(new Date(now.getTime() - KEPT_MS));
      }
      await followRampOrders(ports);
    },
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'The orders at the payment partner could not be followed.',
  });
}

/** Looks up everything that is due. */
export async function followRampOrders(ports: FollowRampOrdersPorts): Promise<void> {
  const due = await ports.rampOrders.take(ports.clock.now(), AT_ONCE, LEASE_MS);
  await Promise.all(due.map((order) => follow(ports, order)));
}

/** Finds orders of our pages for which no webhook arrived. */
export async function searchOrders({
  provider,
  rampOrders,
  clock,
}: FollowRampOrdersPorts): Promise<void> {
  const now = clock.now();
  const oldest = await rampOrders.oldestVisit(new Date(now.getTime() - SEARCH_BACK_MS));
  if (oldest === null) return;
  for (const order of await provider.listOrders(oldest.openedAt, oldest.ip)) {
    const { orderId, visitId, status } = order;
    if (visitId === null) continue;
    await rampOrders.note({ eventId: `${orderId} listed ${status}`, orderId, visitId }, now);
  }
}

async function follow(ports: FollowRampOrdersPorts, due: DueRampOrder): Promise<void> {
  const { provider, rampOrders, clock, report } = ports;
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  try {
    const order = await provider.readOrder(due.orderId, due.visit.ip);
    if (order === null || !belongsTo(order, due)) {
      report({ message: 'An order differs from its webhook.', cause: due.orderId });
      return await rampOrders.postpone(due, null);
    }
    const dueAt = isRampOpen(order.status) ? later(LOOK_AGAIN_MS) : null;
    await rampOrders.store(due, order, { dueAt, now: clock.now() });
  } catch (cause) {
    report({ message: 'An order could not be looked up.', cause });
    await rampOrders.postpone(due, later(AFTER_SILENCE_MS));
  }
}

/** The page that an order was made on says whose it is; what is bought goes to that user's own address. */
function belongsTo(order: ProviderOrder, { orderId, visit }: DueRampOrder): boolean {
  if (order.orderId !== orderId || order.side !== visit.side) return false;
  if (order.visitId !== visit.visitId || order.userId !== visit.userId) return false;
  return order.side === 'SELL' || order.address.toLowerCase() === visit.address.toLowerCase();
}
