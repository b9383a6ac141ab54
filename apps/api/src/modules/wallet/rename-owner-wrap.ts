import type { renameOwnerWrap } from '#wire/wallet/rename-owner-wrap';
import { type Handler, refuse } from '../../application/call.ts';
import type { OwnerWraps } from '../../ports/owner-wraps.ts';
import { LABEL_NOT_VALID, labelOf } from './custody/owner-wrap-view.ts';

export interface RenameOwnerWrapPorts {
  readonly ownerWraps: Pick<OwnerWraps, 'rename'>;
}

export function createRenameOwnerWrap({
  ownerWraps,
}: RenameOwnerWrapPorts): Handler<typeof renameOwnerWrap> {
  return async ({ params, body, session }) => {
    const label = labelOf(body.label);
    if (label === null) return refuse('name-not-valid', { sentence: LABEL_NOT_VALID });
    const isRenamed = await ownerWraps.rename(session.userId, params.id, label);
    return isRenamed ? { success: true } : refuse('unknown-owner-wrap');
  };
}
