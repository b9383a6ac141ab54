import type { LinkedRequest } from '../features/pay-link/api/find-payment-request.ts';
import type { PayingBalance } from '../features/pay-link/pay-texts.ts';
import { firstModalEntry } from '../lib/modal-url/modal-entry.ts';
import { useNavigate } from '../lib/navigation/navigation.tsx';
import { fillRequestForm, type PayingForm } from '../money-form/hand-over.ts';
import { paths } from '../paths.ts';
import { useUser } from '../state/auth-session.ts';
import type { RequestFunds } from './use-request-funds.ts';

interface ReviewedRequest {
  readonly code: string;
  readonly request: LinkedRequest;
  readonly from: PayingBalance;
  readonly payment: NonNullable<RequestFunds['payment']>;
}

/** @returns what opens the form that pays a request, filled in. Nothing is paid, and the URL has no amount and no address. */
export function useRequestReview(): (reviewed: ReviewedRequest) => void {
  const navigate = useNavigate();
  const { id: userId } = useUser();
  return ({ code, request, from, payment: { coin, units } }) => {
    const { tokenId, recipient, name, message } = request;
    const form = formOf(request, from);
    // Closing the form leads to the wallet, where the payment is followed.
    const entry = firstModalEntry(false);
    const paid = { code, tokenId, units, recipient, name, message };
    fillRequestForm(form, { coin, request: paid }, { userId, opening: entry.opening });
    const search = `?${new URLSearchParams({ do: form, coin: coin.id })}`;
    navigate({ pathname: paths.dashboard, search }, { state: entry });
  };
}

function formOf({ balance }: LinkedRequest, from: PayingBalance): PayingForm {
  if (from === 'public') return 'send';
  return balance === 'public' ? 'unshield' : 'internal-transfer';
}
