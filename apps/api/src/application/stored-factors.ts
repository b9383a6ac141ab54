import type { FactorPresence } from '../ports/factor-presence.ts';
import type { SecondFactors } from '../ports/second-factors.ts';
import { type ApprovalPorts, createRequireApproval } from './create-require-approval.ts';
import type { RequireApproval } from './require-approval.ts';

/** @returns whether there are second factors, and what they approve, as they are stored */
export function createStoredFactors(
  ports: ApprovalPorts & { readonly secondFactors: Pick<SecondFactors, 'hasAny'> },
): FactorPresence & { readonly requireApproval: RequireApproval } {
  return {
    hasSecondFactor: ports.secondFactors.hasAny,
    requireApproval: createRequireApproval(ports),
  };
}
