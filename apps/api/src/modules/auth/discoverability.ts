import type { discoverability } from '#wire/auth/discoverability';
import type { Handler } from '../../application/call.ts';
import type { Discoverability } from '../../ports/discoverability.ts';

export interface DiscoverabilityPorts {
  readonly discoverability: Pick<Discoverability, 'isDiscoverable'>;
}

/** Reads whether others find the caller by email or phone. */
export function createDiscoverability({
  discoverability: settings,
}: DiscoverabilityPorts): Handler<typeof discoverability> {
  return async ({ session }) => ({
    data: { isDiscoverable: await settings.isDiscoverable(session.userId) },
  });
}
