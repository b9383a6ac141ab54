import { isSameAddress } from '#domain/address/parse-public-address';
import { type PaymentUriProblem, readPaymentUri } from '#domain/address/payment-uri';
import type { BaseUnits } from '#domain/amount/base-units';
import { t } from '#language/t';

/** The coin that is about to be paid. */
export interface ScanningFor {
  readonly chainId: number;
  /** Contract of the token; null for the native coin. */
  readonly address: string | null;
}

export type Scanned =
  | {
      readonly ok: true;
      /** Not checked yet: a recipient field does that, as for a typed one. */
      readonly address: string;
      /** Null when the code leaves the amount to the payer. */
      readonly units: BaseUnits | null;
    }
  | {
      readonly ok: false;
      /** What is wrong, and what to do. */
      readonly sentence: string;
    };

/** Reads a scanned, pasted or typed code for a payment of this coin. Never turns it into a payment of another one. */
export function readScanned(text: string, coin: ScanningFor): Scanned {
  const read = readPaymentUri(text);
  if (!read.ok) return { ok: false, sentence: sentenceByProblem[read.problem] };
  const { address, chainId, token, units } = read.request;
  if (chainId !== null && chainId !== coin.chainId) return { ok: false, sentence: OTHER_NETWORK };
  // Without token and amount, it is an address that any coin can be sent to.
  const isForAny = token === null && units === null;
  if (!isForAny && !isSameCoin(token, coin.address)) return { ok: false, sentence: OTHER_COIN };
  return { ok: true, address, units };
}

function isSameCoin(token: string | null, other: string | null): boolean {
  return token === null || other === null ? token === other : isSameAddress(token, other);
}

const OTHER_NETWORK = t('This code is for another network.');
const OTHER_COIN = t('This code is for another coin. Choose that coin first.');

const sentenceByProblem: Readonly<Record<PaymentUriProblem, string>> = {
  'not-an-address': t('This code isn’t an address or a payment.'),
  name: t('This code has a name instead of an address. Ask for the address.'),
  'other-function': t('This code does more than send a coin, so we can’t use it.'),
  'not-exact': t('We can’t read this payment exactly. Ask for the address.'),
};
