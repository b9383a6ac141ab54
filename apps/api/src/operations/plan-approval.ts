import type { PublicAddress } from '#domain/address/address';
import { type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { sharesAllowance } from '#domain/operation/allowance';
import type { Operation } from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { Operations } from '../ports/operations.ts';
import type { ApprovalCall } from './price-calls.ts';

/** Who is about to take a token from whose account, in an operation of which kind. */
export interface Taking {
  readonly userId: string;
  readonly kind: 'shield' | 'swap';
  readonly token: Token;
  readonly amount: BaseUnits;
  readonly owner: PublicAddress;
  readonly spender: PublicAddress;
  /** True when another operation was found to use the allowance. */
  readonly isClaimed: boolean;
}

/**
 * Plans the approval of an operation, for exactly its amount. The allowance does not count while an open operation is
 * about to use it up; `Operations.signNext` has the last word on that, under the account's lock. A token like USDT
 * changes an allowance only from or to zero, so a leftover one is reset first.
 * @returns null for the native coin, and where the allowance suffices. Rejects with `ChainUnavailable`.
 */
export async function planApproval(
  ports: {
    readonly calls: Pick<ContractCalls, 'allowance' | 'approval' | 'simulate'>;
    readonly operations: Pick<Operations, 'listOpen'>;
  },
  taking: Taking,
): Promise<ApprovalCall | null> {
  const { calls } = ports;
  const { userId, token, amount, owner, spender } = taking;
  if (token.address === null) return null;
  const [allowance, open] = await Promise.all([
    calls.allowance(token.address, owner, spender),
    ports.operations.listOpen(userId),
  ]);
  const isClaimed =
    taking.isClaimed || open.some(({ operation }) => isClaimedBy(operation, taking));
  if (allowance >= amount && !isClaimed) return null;
  const approval = calls.approval(token.address, spender, amount);
  if (allowance === ZERO_UNITS) return approval;
  const direct = await calls.simulate(owner, [approval]);
  if (direct.ok) return approval;
  return { ...approval, reset: calls.approval(token.address, spender, ZERO_UNITS) };
}

function isClaimedBy(operation: Operation, { kind, token, owner, spender }: Taking): boolean {
  const { chainId, id: tokenId } = token;
  return sharesAllowance(operation, {
    ...{ chainId, account: owner, kind, tokenId, recipient: spender },
    feeTokenId: operation.feeTokenId,
  });
}
