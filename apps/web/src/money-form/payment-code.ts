import type { BaseUnits } from '#domain/amount/base-units';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { readScanned } from '../scan/read-scanned.ts';
import { requestPageIn } from '../scan/scanned-request.ts';
import { showToast } from '../state/toast.ts';
import { unitsText } from './amount-text.ts';

export interface PaymentCodeReader {
  /** @returns why a code can't pay this coin, as a sentence; null when it can */
  readonly refuse: (text: string) => string | null;
  /** @returns the address in a code or a payment link; null for one that can't pay this coin */
  readonly addressIn: (text: string) => string | null;
}

/** What a pasted payment link begins with. */
export const PAYMENT_LINK = /^\s*ethereum:/i;

/**
 * Reads whom a scanned code or a pasted payment link pays. It never changes the amount: one that differs is named.
 * @param units what the user entered; null while there is no amount
 */
export function paymentCodeReader(coin: Coin, units: BaseUnits | null): PaymentCodeReader {
  return {
    refuse(text) {
      // The link of a payment request says all there is to pay, on a page of its own.
      if (requestPageIn(text) !== null) return null;
      const read = readScanned(text, coin);
      return read.ok ? null : read.sentence;
    },
    addressIn(text) {
      const read = readScanned(text, coin);
      if (!read.ok) return null;
      if (read.units !== null && read.units !== units) {
        showToast(
          t('The code asks for {amount}. Check your amount.', {
            amount: unitsText(read.units, coin),
          }),
          {
            tone: 'info',
          },
        );
      }
      return read.address;
    },
  };
}
