import { isSameAddress } from '#domain/address/parse-public-address';
import type { PaidRecipient } from '../contacts/api/paid-recipients.ts';

/** @returns how often an address was paid */
export function paymentsTo(address: string, paid: readonly PaidRecipient[]): number {
  return paid.find((one) => isSameAddress(one.address, address))?.payments ?? 0;
}
