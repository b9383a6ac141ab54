import type { ClaimPaymentPorts } from '../../modules/wallet/claim-payment.ts';
import type { EndPrivateClaimPorts } from '../../modules/wallet/claims/end-private-claim.ts';
import type { MakePrivateClaimPorts } from '../../modules/wallet/claims/make-private-claim.ts';
import type { TendClaimsPorts } from '../../modules/wallet/claims/tend-claims.ts';
import type { MakeClaimPorts } from '../../modules/wallet/make-claim.ts';
import type { TakeBackClaimPorts } from '../../modules/wallet/take-back-claim.ts';

/** What the calls of payments by link work with. */
export type ClaimCallPorts = MakeClaimPorts &
  ClaimPaymentPorts &
  TakeBackClaimPorts &
  TendClaimsPorts;

/** The same without what makes and ends private ones, and what that works with. */
export type PrivateClaimPorts = Omit<ClaimCallPorts, 'endPrivateClaim' | 'makePrivateClaim'> &
  MakePrivateClaimPorts &
  EndPrivateClaimPorts;

/** Changes what they work with. */
export type AlterPrivateClaimPorts = (ports: PrivateClaimPorts) => PrivateClaimPorts;
