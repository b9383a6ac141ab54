import type { ownerWrapBox } from '#wire/wallet/owner-wrap-box';
import { type Handler, refuse } from '../../application/call.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OwnerWraps } from '../../ports/owner-wraps.ts';
import { toWire } from './custody/owner-wrap-view.ts';

export interface OwnerWrapBoxPorts {
  readonly ownerWraps: Pick<OwnerWraps, 'use'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Gives the boxes of a way to open the keys to a session of their owner, and records that it did. */
export function createOwnerWrapBox({
  ownerWraps,
  audit,
  clock,
}: OwnerWrapBoxPorts): Handler<typeof ownerWrapBox> {
  return async ({ params: { id }, session, client }) => {
    const { userId, sessionId } = session;
    const at = clock.now();
    const wrap = await ownerWraps.use(userId, id, at);
    if (wrap === null) return refuse('unknown-owner-wrap');
    await audit.append({ at, event: 'owner-wrap-opened', ip: client.ip, userId, sessionId });
    return { wrap: toWire(wrap) };
  };
}
