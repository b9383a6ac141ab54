import { isSameAddress } from '#domain/address/parse-public-address';
import { openShield } from '#pool/ciphertexts';
import { notePublicKey } from '#pool/notes';
import { checkExecution, checkOwner } from './check-execution.ts';
import type { PublicPlan } from './plan.ts';
import type { CheckedPlan, PlanCheck } from './plan-check.ts';
import type { PlannedCall } from './planned-calls.ts';
import { type PoolContracts, randomOf, type ShieldedAmount, shieldCall } from './shield-call.ts';
import { approvalCall, type ExpectedCall } from './token-calls.ts';

/** A shield into one's own private balance, as its owner confirmed it. */
export interface ShieldConfirmation extends ShieldedAmount {
  readonly kind: 'shield';
  readonly chainId: number;
  /** The most that the network may charge, base units of the native coin. */
  readonly feeCeiling: bigint;
}

/** Who shields, and where. */
export interface ShieldOwner {
  /** `0x…`, whose key is about to sign. */
  readonly account: string;
  /** The private viewing key of their private address, 32 bytes. */
  readonly viewing: Uint8Array;
  readonly masterPublicKey: bigint;
  readonly contracts: PoolContracts;
}

/**
 * Compares a plan of the server with the shield that was confirmed. Both calls are built again: an approval for exactly
 * the amount to the pool, and one note of it. Only its random parts are the server's, and those have to make a note that
 * the owner finds and can spend.
 */
export async function checkShieldPlan(
  plan: PublicPlan,
  confirmation: ShieldConfirmation,
  owner: ShieldOwner,
): Promise<CheckedPlan> {
  const check =
    checkOwner(plan, confirmation, owner.account) ??
    checkApproval(plan.approval, confirmation, owner.contracts) ??
    checkCall(plan.call, confirmation, owner.contracts) ??
    (await checkNote(plan.call, confirmation, owner)) ??
    checkExecution(plan, confirmation.feeCeiling);
  return check === null ? { ok: true } : { ok: false, check };
}

/** An allowance may suffice already, so none is needed; one for more, or for anyone else, is never signed. */
function checkApproval(
  approval: PublicPlan['approval'],
  { token, amount }: ShieldedAmount,
  { pool: spender }: PoolContracts,
): PlanCheck | null {
  if (approval === null) return null;
  if (token === null) return 'approval';
  const { reset } = approval;
  const isExact = isSameCall(approval, approvalCall(token, { spender, amount }));
  const isReset =
    reset === undefined || isSameCall(reset, approvalCall(token, { spender, amount: 0n }));
  return isExact && isReset ? null : 'approval';
}

function checkCall(
  call: PlannedCall,
  confirmation: ShieldedAmount,
  contracts: PoolContracts,
): PlanCheck | null {
  const random = randomOf(call.data, confirmation, contracts);
  const to = confirmation.token === null ? contracts.relayAdapt : contracts.pool;
  if (!isSameAddress(call.to, to)) return 'pool';
  if (random === null) return 'call';
  const expected = shieldCall(confirmation, random, contracts);
  if (call.value !== expected.value) return confirmation.token === null ? 'amount' : 'call';
  return call.data === expected.data ? null : 'call';
}

async function checkNote(
  { data }: PlannedCall,
  confirmation: ShieldedAmount,
  { viewing, masterPublicKey, contracts }: ShieldOwner,
): Promise<PlanCheck | null> {
  const shield = randomOf(data, confirmation, contracts);
  const random = shield && (await openShield(shield, viewing));
  if (shield === null || random === null) return 'note';
  return notePublicKey({ masterPublicKey, random }) === BigInt(shield.npk) ? null : 'note';
}

function isSameCall(call: PlannedCall, { to, value, data }: ExpectedCall): boolean {
  return isSameAddress(call.to, to) && call.value === value && call.data === data;
}
