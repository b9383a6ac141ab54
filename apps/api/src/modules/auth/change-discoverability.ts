import type { changeDiscoverability } from '#wire/auth/change-discoverability';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Discoverability } from '../../ports/discoverability.ts';

export interface ChangeDiscoverabilityPorts {
  readonly discoverability: Pick<Discoverability, 'setDiscoverable'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Sets whether others find the caller by email or phone. No second factor is required: whoever took over a session sees
 * the addresses already, and moves nothing with this.
 */
export function createChangeDiscoverability({
  discoverability,
  clock,
}: ChangeDiscoverabilityPorts): Handler<typeof changeDiscoverability> {
  return async ({ session, body }) => {
    const { isDiscoverable } = body;
    await discoverability.setDiscoverable(session.userId, isDiscoverable, clock.now());
    return { data: { isDiscoverable } };
  };
}
