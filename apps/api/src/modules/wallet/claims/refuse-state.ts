import type { ClaimState } from '#domain/claim/claim';
import { type Refusal, refuse } from '../../../application/call.ts';

/** @returns why a claim in this state isn't ended by its recipient or its sender; null where it is */
export function refuseState(state: ClaimState, isReturn: boolean): Refusal | null {
  switch (state) {
    case 'waiting':
      return null;
    case 'expired':
      return isReturn ? null : refuse('claim-over', { sentence: EXPIRED });
    case 'sending':
      return refuse('claim-not-ready');
    case 'failed':
      return refuse('claim-over', { sentence: FAILED });
    default:
      return refuse('claim-over');
  }
}

const EXPIRED = 'This payment has expired and goes back to whoever sent it.';
const FAILED = 'This payment was never sent, so there’s nothing to claim.';
