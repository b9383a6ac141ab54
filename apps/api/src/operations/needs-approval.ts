import type { PublicAddress } from '#domain/address/address';
import { isSameAddress } from '#domain/address/parse-public-address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Operation } from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { Operations } from '../ports/operations.ts';

/** Who is about to take a token from whose account, in an operation of which kind. */
export interface Taking {
  readonly userId: string;
  readonly kind: 'shield' | 'swap';
  readonly token: Token;
  readonly amount: BaseUnits;
  readonly owner: PublicAddress;
  readonly spender: PublicAddress;
}

/**
 * Whether an operation needs an approval before it. The allowance does not count while an open operation is about to use
 * it up.
 * @returns false for the native coin, and where the allowance suffices. Rejects with `ChainUnavailable`.
 */
export async function needsApproval(
  ports: {
    readonly calls: Pick<ContractCalls, 'allowance'>;
    readonly operations: Pick<Operations, 'listOpen'>;
  },
  taking: Taking,
): Promise<boolean> {
  const { userId, token, amount, owner, spender } = taking;
  if (token.address === null) return false;
  const [allowance, open] = await Promise.all([
    ports.calls.allowance(token.address, owner, spender),
    ports.operations.listOpen(userId),
  ]);
  return allowance < amount || open.some(({ operation }) => isClaimedBy(operation, taking));
}

/** Every shield of a token has the same spender; a step of a swap is paid to its own. */
function isClaimedBy(operation: Operation, { kind, token, spender }: Taking): boolean {
  if (operation.kind !== kind || operation.tokenId !== token.id) return false;
  return kind === 'shield' || isSameAddress(operation.recipient, spender);
}
