import { claimPayment } from '#wire/wallet/claim-payment';
import { claims } from '#wire/wallet/claims';
import { findClaim } from '#wire/wallet/find-claim';
import { makeClaim } from '#wire/wallet/make-claim';
import { quoteClaim } from '#wire/wallet/quote-claim';
import { remindOfClaim } from '#wire/wallet/remind-of-claim';
import { takeBackClaim } from '#wire/wallet/take-back-claim';
import { type ServedCall, serve } from '../../application/call.ts';
import { type ClaimPaymentPorts, createClaimPayment } from './claim-payment.ts';
import { type ClaimsPorts, createClaims } from './claims.ts';
import { createFindClaim, type FindClaimPorts } from './find-claim.ts';
import { createMakeClaim, type MakeClaimPorts } from './make-claim.ts';
import { createQuoteClaim, type QuoteClaimPorts } from './quote-claim.ts';
import { createRemindOfClaim, type RemindOfClaimPorts } from './remind-of-claim.ts';
import { createTakeBackClaim, type TakeBackClaimPorts } from './take-back-claim.ts';

/** What payments by link need. */
export type ClaimCallPorts = MakeClaimPorts &
  QuoteClaimPorts &
  ClaimsPorts &
  FindClaimPorts &
  ClaimPaymentPorts &
  TakeBackClaimPorts &
  RemindOfClaimPorts;

/** @returns the calls of payments by link with their handlers */
export function claimCalls(ports: ClaimCallPorts): readonly ServedCall[] {
  return [
    serve(makeClaim, createMakeClaim(ports)),
    serve(quoteClaim, createQuoteClaim(ports)),
    serve(claims, createClaims(ports)),
    serve(findClaim, createFindClaim(ports)),
    serve(claimPayment, createClaimPayment(ports)),
    serve(takeBackClaim, createTakeBackClaim(ports)),
    serve(remindOfClaim, createRemindOfClaim(ports)),
  ];
}
