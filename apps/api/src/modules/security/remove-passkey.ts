import type { removePasskey } from '#wire/security/remove-passkey';
import { type Handler, refuse } from '../../application/call.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { type RemoveFactorPorts, removeFactor } from './factors/remove-factor.ts';

export interface RemovePasskeyPorts extends RemoveFactorPorts {
  readonly secondFactors: Pick<SecondFactors, 'find' | 'removePasskey'>;
}

/** Removes a passkey with its wrap. */
export function createRemovePasskey(ports: RemovePasskeyPorts): Handler<typeof removePasskey> {
  return async ({ params: { id }, session, client }) => {
    const { passkeys } = await ports.secondFactors.find(session.userId);
    if (passkeys.every(({ credentialId }) => credentialId !== id)) return refuse('unknown-passkey');
    const factor = {
      request: { session, client },
      kind: 'passkey',
      fields: ['remove-passkey', id],
    } as const;
    const refusal = await removeFactor(ports, factor, (change) =>
      ports.secondFactors.removePasskey(id, change),
    );
    return refusal ?? { success: true };
  };
}
