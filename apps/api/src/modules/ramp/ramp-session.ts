import type { rampSession } from '#wire/ramp/ramp-session';
import { type Handler, refuse } from '../../application/call.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { AttemptLimits } from '../../ports/attempt-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RampOrders } from '../../ports/ramp-orders.ts';
import { type RampProvider, RampUnavailable } from '../../ports/ramp-provider.ts';
import type { Randomness } from '../../ports/randomness.ts';

export interface RampSessionPorts {
  /** Null on a server without a payment partner. */
  readonly provider: Pick<RampProvider, 'createPage'> | null;
  readonly rampOrders: Pick<RampOrders, 'open'>;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** Each page is a request to the partner that counts against the limit of all our users. */
const PAGES = { most: 30, windowMs: 10 * 60_000 } as const;

/** Opens a page of the payment partner for the caller, only with their own address and email. */
export function createRampSession(ports: RampSessionPorts): Handler<typeof rampSession> {
  return async ({ body, session, client }) => {
    const { provider, rampOrders, clock } = ports;
    if (provider === null) return refuse('ramp-not-set-up');
    const { userId } = session;
    const now = clock.now();
    const retryAfter = await ports.limits.takeQuota(`ramp ${userId}`, PAGES, now);
    if (retryAfter > 0) return tooMany(retryAfter, 'You’ve opened this page too often.');
    const account = await ports.accounts.findById(userId);
    if (account === null) return refuse('unauthorized');
    const visit = {
      visitId: ports.randomness.uuid(),
      userId,
      side: body.side,
      address: account.wallet.publicAddress,
      ip: client.ip,
    };
    await rampOrders.open(visit, now);
    try {
      return { data: { widgetUrl: await provider.createPage({ ...visit, email: account.email }) } };
    } catch (cause) {
      if (!(cause instanceof RampUnavailable)) throw cause;
      ports.report({ message: 'The payment partner returned no page.', cause });
      return refuse('ramp-unavailable');
    }
  };
}
