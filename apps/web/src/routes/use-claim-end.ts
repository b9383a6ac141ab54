import type { FoundClaim } from '#wire/wallet/find-claim';
import type { OperationView } from '#wire/wallet/operation';
import { useOwnAddresses } from '../contacts/own-addresses.ts';
import { useContinueClaim } from '../features/claim-link/use-continue-claim.ts';
import { useOperation } from '../features/operations/api/operation.ts';
import { useOpenOperations } from '../features/operations/api/operations.ts';
import { isReceived } from '../features/operations/operation-labels.ts';

interface FollowedClaim {
  readonly code: string;
  readonly claim: FoundClaim;
  /** Of the claim that this page started; null where another one did. */
  readonly operationId: string | null;
}

/**
 * Follows what brings a private payment by link to the user, which takes a while, and has it continue where only the
 * link can.
 * @returns the operation; null for a public payment, and while it isn't known
 */
export function useClaimEnd({ code, claim, operationId }: FollowedClaim): OperationView | null {
  const own = useOwnAddresses();
  const isPrivate = claim.balance === 'private';
  const isSought = isPrivate && claim.state === 'claiming' && operationId === null;
  const { data: open = NONE } = useOpenOperations(isSought);
  const found = isSought ? open.find((one) => isEndOf(claim, one, own)) : undefined;
  const { data } = useOperation(isPrivate ? (operationId ?? found?.id ?? null) : null);
  useContinueClaim(code, claim.state === 'claiming' && data?.status === 'needs_unlock');
  return data ?? null;
}

const NONE: readonly OperationView[] = [];

function isEndOf(claim: FoundClaim, operation: OperationView, own: readonly string[]): boolean {
  const { kind, tokenId, amount } = operation;
  if (kind !== 'internal-transfer' || !isReceived(operation, own)) return false;
  return tokenId === claim.tokenId && amount === claim.amount;
}
