import { paymentUri } from '#domain/address/payment-uri';
import type { BaseUnits } from '#domain/amount/base-units';
import type { RequestState } from '#domain/payment-request/payment-request';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { dayAndClockText } from '../../lib/elapsed.ts';
import { unitsText } from '../../money-form/amount-text.ts';

/** Where a payment is to go. */
export interface Receiver {
  readonly mode: 'public' | 'private';
  readonly address: string;
}

/**
 * A link that other wallets read, with the network and, if one is requested, the amount.
 * @returns null for a private address, for which wallets have agreed on no such link
 */
export function paymentLink(
  { mode, address }: Receiver,
  coin: Pick<Coin, 'chainId' | 'address'>,
  units: BaseUnits | null,
): string | null {
  if (mode === 'private') return null;
  return paymentUri({ recipient: address, chainId: coin.chainId, token: coin.address, units });
}

/** @returns what is shared with the link of a request */
export function shareText(request: PaymentRequestView): string {
  const amount = unitsText(BigInt(request.amount), request);
  const { message } = request;
  return message === null
    ? t('Please pay me {amount}.', { amount })
    : t('Please pay me {amount} · “{message}”', { amount, message });
}

/** @returns what became of a request, as in `Paid on 29 Nov, 14:02` */
export function stateText({ state, paidAt }: Pick<PaymentRequestView, 'state' | 'paidAt'>): string {
  if (state === 'paid' && paidAt !== null)
    return t('Paid on {time}', { time: dayAndClockText(Date.parse(paidAt)) });
  return LABEL_BY_STATE[state];
}

const LABEL_BY_STATE: Readonly<Record<RequestState, string>> = {
  open: t('Waiting for payment'),
  'being-paid': t('Being paid'),
  paid: t('Paid'),
  expired: t('Expired'),
  cancelled: t('Cancelled'),
};
