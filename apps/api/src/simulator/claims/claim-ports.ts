import type { ClaimPaymentPorts } from '../../modules/wallet/claim-payment.ts';
import type { MakeClaimPorts } from '../../modules/wallet/make-claim.ts';
import type { TakeBackClaimPorts } from '../../modules/wallet/take-back-claim.ts';
import type { NewClaim } from '../../ports/claims.ts';

/** A payment by link as the database has it. */
export interface ClaimRow extends NewClaim {
  readonly userId: string;
  openedAt: Date | null;
}

/** What the calls of payments by link work with. */
export type ClaimPorts = MakeClaimPorts & ClaimPaymentPorts & TakeBackClaimPorts;

/** Changes what they work with. */
export type AlterClaimPorts = (
  ports: ClaimPorts,
  database: { readonly claims: ReadonlyMap<string, ClaimRow> },
) => ClaimPorts;
