import type { FactorPresence } from '../ports/factor-presence.ts';
import { type ApprovalPorts, createRequireApproval } from './create-require-approval.ts';
import type { RequireApproval } from './require-approval.ts';

/** @returns whether there are second factors, and what they approve, as they are stored */
export function createStoredFactors(
  ports: ApprovalPorts,
): FactorPresence & { readonly requireApproval: RequireApproval } {
  return {
    async hasSecondFactor(userId) {
      const { passkeys, app } = await ports.secondFactors.find(userId);
      return passkeys.length > 0 || app !== null;
    },
    requireApproval: createRequireApproval(ports),
  };
}
