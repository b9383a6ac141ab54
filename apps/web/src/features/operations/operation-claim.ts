import type { ClaimView } from '#wire/wallet/claim';
import type { OperationView } from '#wire/wallet/operation';
import { useClaims } from '../../claims/api/claims.ts';

/** @returns the payment by link that an operation sets money aside for; null for any other operation */
export function useClaimOf({ id, kind }: OperationView): ClaimView | null {
  const { data = [] } = useClaims(kind === 'send' || kind === 'internal-transfer');
  return data.find(({ operationId }) => operationId === id) ?? null;
}
