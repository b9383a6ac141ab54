import type { ownerWraps as contract } from '#wire/wallet/owner-wraps';
import type { Handler } from '../../application/call.ts';
import type { OwnerWraps } from '../../ports/owner-wraps.ts';
import { ownerWrapView } from './custody/owner-wrap-view.ts';

export interface OwnerWrapsPorts {
  readonly ownerWraps: Pick<OwnerWraps, 'list'>;
}

export function createOwnerWraps({ ownerWraps }: OwnerWrapsPorts): Handler<typeof contract> {
  return async ({ session }) => ({
    wraps: (await ownerWraps.list(session.userId)).map(ownerWrapView),
  });
}
