import type { freeze } from '#wire/security/freeze';
import { type Handler, refuse } from '../../application/call.ts';
import { type FreezePorts, freezeAccount } from './freeze-account.ts';

/** Freezes the caller's account. */
export function createFreeze(ports: FreezePorts): Handler<typeof freeze> {
  return async ({ session, client }) => {
    const frozenAt = await freezeAccount(ports, session, client);
    return frozenAt === null ? refuse('unauthorized') : { frozenAt };
  };
}
