import type { renamePasskey } from '#wire/security/rename-passkey';
import { type Handler, refuse } from '../../application/call.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { NAME_NOT_VALID, passkeyNameOf, passkeyView } from './factors/passkey-view.ts';

export interface RenamePasskeyPorts {
  readonly secondFactors: Pick<SecondFactors, 'renamePasskey'>;
}

export function createRenamePasskey({
  secondFactors,
}: RenamePasskeyPorts): Handler<typeof renamePasskey> {
  return async ({ params, body, session }) => {
    const name = passkeyNameOf(body.name);
    if (name === null) return refuse('name-not-valid', { sentence: NAME_NOT_VALID });
    const renamed = await secondFactors.renamePasskey(session.userId, params.id, name);
    return renamed === null ? refuse('unknown-passkey') : { passkey: passkeyView(renamed) };
  };
}
