import type { BaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay, DECIMALS_SHOWN, rescale } from '#domain/amount/base-units-to-display';
import type { Token } from '#domain/token/token';
import type { NotSubmitted } from '../ports/operations.ts';
import { type Refusal, refuse } from './call.ts';
import { refuseUnopened } from './refuse-unopened.ts';

/** @returns the refusal of an operation that was not submitted */
export function refuseSubmission(outcome: NotSubmitted<Refusal>): Refusal {
  switch (outcome.kind) {
    case 'refused':
      return outcome.refusal;
    case 'insufficient-funds':
      return outcome.of === 'token'
        ? refuse('amount-above-balance')
        : refuseNetworkFee(outcome.feeToken, outcome.feeCeiling);
    case 'fee-above-cap':
      return refuse('network-fee-too-high');
    case 'key-reused':
      return refuse('idempotency-key-reused', { operationId: outcome.operationId });
    case 'no-gap':
      throw new Error('A user’s payment was refused because there is no nonce gap.');
    case 'reconciling':
      return refuseReconciling(outcome.found);
    case 'frozen':
      return refuse('account-frozen');
    case 'step-over':
      return refuse('route-expired');
    case 'request-over':
      return refuse('payment-request-over');
    case 'plan-over':
      return refuse('plan-expired');
    case 'plan-changed':
      return refuse('plan-changed');
    case 'claim-over':
      return refuse('claim-over');
    case 'locked':
    case 'no-key':
      return refuseUnopened(outcome.kind);
  }
}

/** When the same request is worth repeating, seconds. */
const RECONCILED_WITHIN_S = 5;

/** @param found a transaction that may be the one requested, but cannot be told from another */
function refuseReconciling(found: string | null): Refusal {
  return found === null
    ? refuse('reconciling', { retryAfter: RECONCILED_WITHIN_S })
    : refuse('reconciling', {
        sentence: `The network has a similar transaction of yours that we had lost. Nothing was signed. Check it in your history first: ${found}`,
      });
}

/** The refusal of a transfer that the network would execute, but the token would not. */
export function refuseTransfer({ symbol }: Pick<Token, 'symbol'>): Refusal {
  return refuse('transaction-would-fail', {
    sentence: `${symbol} would refuse this transfer. Nothing was sent.`,
  });
}

/**
 * The refusal of an operation whose network fee is not covered.
 * @param needed base units of the native coin, shown rounded up; null when the network did not report how much
 */
export function refuseNetworkFee(
  { symbol, decimals }: Pick<Token, 'symbol' | 'decimals'>,
  needed: BaseUnits | null,
): Refusal {
  const amount = needed === null ? 'more' : formatFee(needed, decimals);
  return refuse('not-enough-for-fee', {
    sentence: `You need ${amount} ${symbol} for the network fee.`,
  });
}

function formatFee(units: BaseUnits, decimals: number): string {
  const { fee: places } = DECIMALS_SHOWN;
  return baseUnitsToDisplay(rescale(units, { from: decimals, to: places, rounding: 'up' }), places);
}
