import type { securitySettings } from '#wire/security/security-settings';
import { type Handler, refuse } from '../../application/call.ts';
import type { ProtectionView } from '../../ports/protection-view.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { passkeyView } from './factors/passkey-view.ts';

export interface SecuritySettingsPorts {
  readonly secondFactors: Pick<SecondFactors, 'find'>;
  readonly protection: ProtectionView;
}

export function createSecuritySettings({
  secondFactors,
  protection,
}: SecuritySettingsPorts): Handler<typeof securitySettings> {
  return async ({ session: { userId, sessionId } }) => {
    const factors = await secondFactors.find(userId);
    const { passkeys, app, recoveryCodes } = factors;
    const settings = await protection.read({ userId, sessionId }, factors);
    if (settings === null) return refuse('unauthorized');
    return {
      data: {
        passkeys: passkeys.map(passkeyView),
        app: app === null ? null : { createdAt: app.createdAt.toISOString() },
        recoveryCodesLeft: recoveryCodes?.left ?? 0,
        ...settings,
      },
    };
  };
}
