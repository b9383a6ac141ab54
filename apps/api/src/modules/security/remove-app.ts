import type { removeApp } from '#wire/security/remove-app';
import type { Handler } from '../../application/call.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { type RemoveFactorPorts, removeFactor } from './factors/remove-factor.ts';

export interface RemoveAppPorts extends RemoveFactorPorts {
  readonly secondFactors: Pick<SecondFactors, 'find' | 'removeApp'>;
}

/** Removes the authenticator app; repeating it has no effect. */
export function createRemoveApp(ports: RemoveAppPorts): Handler<typeof removeApp> {
  return async ({ session, client }) => {
    const { app } = await ports.secondFactors.find(session.userId);
    if (app === null) return { success: true };
    const factor = {
      request: { session, client },
      kind: 'app',
      fields: ['remove-app', app.createdAt.toISOString()],
    } as const;
    const refusal = await removeFactor(ports, factor, (change) =>
      ports.secondFactors.removeApp(change),
    );
    return refusal ?? { success: true };
  };
}
