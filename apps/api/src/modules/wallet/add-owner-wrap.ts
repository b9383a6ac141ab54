import type { addOwnerWrap } from '#wire/wallet/add-owner-wrap';
import type { PaymentGate } from '../../application/admit-payment.ts';
import { type Handler, type Reauthenticate, refuse } from '../../application/call.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OwnerWraps } from '../../ports/owner-wraps.ts';
import {
  LABEL_NOT_VALID,
  labelOf,
  MOST_OWNER_WRAPS,
  ownerWrapView,
  toSealed,
} from './custody/owner-wrap-view.ts';

export interface AddOwnerWrapPorts {
  readonly reauthenticate: Reauthenticate;
  readonly requireApproval: RequireApproval;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  readonly ownerWraps: Pick<OwnerWraps, 'add'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

const ASSISTED = 'Kax keeps the keys of this wallet, so there is nothing to open.';

/** Stores a further way to open the keys. Whoever sealed it had the keys: without them, it opens nothing. */
export function createAddOwnerWrap(ports: AddOwnerWrapPorts): Handler<typeof addOwnerWrap> {
  const { ownerWraps, audit, clock } = ports;
  return async ({ body, session, client }) => {
    const frozen = await ports.gate.refuseFrozen(session.userId);
    if (frozen !== null) return frozen;
    if (session.custody === 'assisted') return refuse('custody-unchanged', { sentence: ASSISTED });
    const label = labelOf(body.label);
    if (label === null) return refuse('name-not-valid', { sentence: LABEL_NOT_VALID });
    return ports.reauthenticate({ session, client, password: body.password }, async () => {
      const { userId, sessionId } = session;
      const fields = ['add-owner-wrap', body.wrap.id, body.wrap.credentialId];
      const request = { session, client };
      const approval = await ports.requireApproval(request, { reasons: ['enrol-keys'], fields });
      if ('refused' in approval) return approval;
      const now = clock.now();
      const wrap = toSealed(body.wrap, label);
      const outcome = await ownerWraps.add(userId, wrap, { most: MOST_OWNER_WRAPS, now });
      if (outcome !== 'added') return refuse('too-many-owner-wraps');
      const event = 'owner-wrap-added';
      await audit.append({ at: now, event, ip: client.ip, userId, sessionId });
      return { wrap: ownerWrapView({ ...wrap, createdAt: now, usedAt: null }) };
    });
  };
}
