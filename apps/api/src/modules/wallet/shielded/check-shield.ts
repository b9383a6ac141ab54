import { checkShieldPlan } from '#signing/public/check-shield-plan';
import type { PublicPlan } from '#signing/public/plan';
import type { CheckedPlan } from '#signing/public/plan-check';
import { ceilingOf } from '#signing/public/planned-calls';
import type { PoolContracts } from '#signing/public/shield-call';
import type { NoteKeys } from '../../../ports/key-vault.ts';
import type { ShieldRequest } from './prepare-shield.ts';

/** Compares what is about to be signed with the shield that was requested, as a wallet does that signs for itself. */
export type CheckShield = (
  plan: PublicPlan,
  shielded: Pick<ShieldRequest, 'network' | 'token' | 'amount' | 'sender'>,
  keys: NoteKeys,
) => Promise<CheckedPlan>;

/**
 * @param contractsOf the contracts of each private pool, by chain id
 * @returns the check; no request says what a shield may cost, so what is held for it is what the plan costs
 */
export function createCheckShield(contractsOf: ReadonlyMap<number, PoolContracts>): CheckShield {
  return (plan, { network: { chainId }, token, amount, sender: account }, keys) => {
    const contracts = contractsOf.get(chainId);
    if (contracts === undefined) throw new Error(`Chain ${chainId} has no private pool.`);
    const confirmation = { chainId, token: token.address, amount, feeCeiling: ceilingOf(plan) };
    const { viewing, masterPublicKey } = keys;
    const owner = { account, viewing, masterPublicKey, contracts };
    return checkShieldPlan(plan, { kind: 'shield', ...confirmation }, owner);
  };
}
