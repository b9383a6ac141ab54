import { areFactorsGone } from '#domain/protection/protection';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FactorPresence } from '../../ports/factor-presence.ts';
import type { Protections } from '../../ports/protections.ts';

/** Second factors: whether there are any, and what they approve. */
export interface Factors extends FactorPresence {
  readonly requireApproval: RequireApproval;
}

/** @returns the same factors, of which there are none from the moment on at which lost ones are to be removed */
export function createCurrentFactors(
  factors: Factors,
  {
    protections,
    clock,
  }: { readonly protections: Pick<Protections, 'read'>; readonly clock: Pick<Clock, 'now'> },
): Factors {
  const areGone = async (userId: string) =>
    areFactorsGone(await protections.read(userId), clock.now());
  return {
    hasSecondFactor: async (userId) =>
      (await factors.hasSecondFactor(userId)) && !(await areGone(userId)),
    requireApproval: async (request, subject) =>
      (await areGone(request.session.userId))
        ? { kind: 'no-factor' }
        : factors.requireApproval(request, subject),
  };
}
