import type { freezeByLink } from '#wire/security/freeze-by-link';
import { type Handler, refuse } from '../../application/call.ts';
import type { FreezeLinks } from '../../ports/freeze-links.ts';
import { type FreezePorts, freezeAccount } from './freeze-account.ts';

export interface FreezeByLinkPorts extends FreezePorts {
  readonly freezeLinks: Pick<FreezeLinks, 'read'>;
}

/** Freezes an account with the link of an email; whoever has the link can do nothing else with it. */
export function createFreezeByLink(ports: FreezeByLinkPorts): Handler<typeof freezeByLink> {
  return async ({ body, client }) => {
    const userId = ports.freezeLinks.read(body.token, ports.clock.now());
    const frozenAt = userId === null ? null : await freezeAccount(ports, { userId }, client);
    return frozenAt === null ? refuse('link-not-valid') : { frozenAt };
  };
}
