import { claimPayment } from '#wire/wallet/claim-payment';
import { claims } from '#wire/wallet/claims';
import { findClaim } from '#wire/wallet/find-claim';
import { makeClaim } from '#wire/wallet/make-claim';
import { quoteClaim } from '#wire/wallet/quote-claim';
import { remindOfClaim } from '#wire/wallet/remind-of-claim';
import { takeBackClaim } from '#wire/wallet/take-back-claim';
import { type ServedCall, serve } from '../../application/call.ts';
import { type ClaimPaymentPorts, createClaimPayment } from './claim-payment.ts';
import { createEndPrivateClaim, type EndPrivateClaimPorts } from './claims/end-private-claim.ts';
import { createMakePrivateClaim, type MakePrivateClaimPorts } from './claims/make-private-claim.ts';
import { createIsPaidPrivately } from './claims/private-wallet.ts';
import {
  createQuotePrivateClaim,
  type QuotePrivateClaimPorts,
} from './claims/quote-private-claim.ts';
import { type ClaimsPorts, createClaims } from './claims.ts';
import { createFindClaim, type FindClaimPorts } from './find-claim.ts';
import { createMakeClaim, type MakeClaimPorts } from './make-claim.ts';
import { createQuoteClaim, type QuoteClaimPorts } from './quote-claim.ts';
import { createRemindOfClaim, type RemindOfClaimPorts } from './remind-of-claim.ts';
import { createTakeBackClaim, type TakeBackClaimPorts } from './take-back-claim.ts';

/** What payments by link need. */
export type ClaimCallPorts = Omit<
  MakeClaimPorts & QuoteClaimPorts & ClaimPaymentPorts & TakeBackClaimPorts,
  'isPaidPrivately' | 'makePrivateClaim' | 'quotePrivateClaim' | 'endPrivateClaim'
> &
  QuotePrivateClaimPorts &
  ClaimsPorts &
  FindClaimPorts &
  RemindOfClaimPorts &
  MakePrivateClaimPorts &
  EndPrivateClaimPorts;

/** @returns the calls of payments by link with their handlers */
export function claimCalls(given: ClaimCallPorts): readonly ServedCall[] {
  const ports = {
    ...given,
    isPaidPrivately: createIsPaidPrivately(given),
    quotePrivateClaim: createQuotePrivateClaim(given),
    makePrivateClaim: createMakePrivateClaim(given),
    endPrivateClaim: createEndPrivateClaim(given),
  };
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
