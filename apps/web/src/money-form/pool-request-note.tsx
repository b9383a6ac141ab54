import { canRemoveRequest, paysRequest } from './paid-request.ts';
import { payeeAddress } from './payee.ts';
import { PaysRequest } from './pays-request.tsx';
import type { PoolQuote } from './quote-query.ts';
import { useGoingToReview } from './use-going-to-review.ts';
import type { PoolForm } from './use-pool-form.ts';

type Form = Pick<
  PoolForm<PoolQuote>,
  'state' | 'dispatch' | 'coin' | 'amount' | 'bounds' | 'goesToReview'
> & { readonly canContinue: boolean; readonly continueToConfirm: () => void };

/** Goes on to the confirm step of a form that was filled in, once what it costs is known. */
export function usePoolFormGoingToReview(form: Form): void {
  const { state, goesToReview, canContinue, bounds, continueToConfirm } = form;
  useGoingToReview(goesToReview ? ['form'] : [], {
    draft: state.draft,
    at: state.at,
    canContinue: canContinue && bounds !== null,
    onContinue: continueToConfirm,
  });
}

/** The payment request that a form was opened for, until it is submitted. */
export function PoolRequestNote({ form: { state, dispatch, coin, amount } }: { form: Form }) {
  const { request } = state.draft;
  if (request === undefined || (state.at !== 'form' && state.at !== 'confirm')) return null;
  const canRemove = canRemoveRequest(request, state.issued);
  const isPaid = paysRequest(request, {
    tokenId: coin.id,
    units: state.at === 'confirm' ? state.units : amount.entered,
    recipientAddress: payeeAddress(state.draft),
  });
  return (
    <PaysRequest
      request={request}
      isPaid={isPaid}
      onRemove={canRemove ? () => dispatch({ type: 'request-removed' }) : undefined}
    />
  );
}
