import { paymentUri } from '#domain/address/payment-uri';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import { unitsText } from '../../money-form/amount-text.ts';

/** What a QR code or a shared text requests. */
export interface RequestedPayment {
  readonly coin: Coin;
  readonly units: BaseUnits;
}

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

/** @returns what is shared: the address alone, so that it can be pasted as it is; or a request with the amount. */
export function shareText(receiver: Receiver, request: RequestedPayment | null): string {
  const { mode, address } = receiver;
  if (request === null) return address;
  const { coin, units } = request;
  const amount = unitsText(units, coin);
  if (mode === 'private') {
    return `Please send ${amount} to my private address, from Kax or another RAILGUN wallet on ${coin.chain}:\n${address}`;
  }
  const link = paymentLink(receiver, coin, units);
  return `Please send ${amount} on ${coin.chain} to:\n${address}\n\nOr open this in a wallet:\n${link}`;
}
