import { isSameAddress } from '../address/parse-public-address.ts';

/** What the call of a step says about its delivery, where it is a call that we can read. */
export interface StepTerms {
  readonly recipient: string;
  /** Base units that are sold; null where they are the value that goes with the call. */
  readonly input: bigint | null;
  /** Base units of the token that is delivered. */
  readonly minimumOutput: bigint;
  /** Where something else than this chain is the place; the token is null for the native coin there. */
  readonly destination: {
    readonly chainId: number;
    readonly tokenAddress: string | null;
  } | null;
}

/** What a step has to deliver, as the user agreed to it. */
export interface AgreedDelivery {
  readonly account: string;
  /** Base units that are sold. */
  readonly input: bigint;
  /** Base units. */
  readonly minimumOutput: bigint;
  /** Null where it is delivered on the chain of the step itself. */
  readonly destination: StepTerms['destination'];
}

/** Why a delivery is not what was agreed. */
export type DeliveryError =
  | 'other-input'
  | 'other-recipient'
  | 'too-little-output'
  | 'other-destination'
  | 'other-output-token';

/**
 * Checks what the call of a step sells and promises to deliver. A simulation shows only what happens on the chain of the
 * step, so what arrives on another chain is known from the call alone. What is not sold stays in the account, and the
 * swap would name too much.
 * @param value base units of the native coin that go with the call
 * @returns what is wrong with it; null when nothing is
 */
export function checkDelivery(
  terms: StepTerms,
  agreed: AgreedDelivery,
  value: bigint,
): DeliveryError | null {
  if ((terms.input ?? value) !== agreed.input) return 'other-input';
  if (!isSameAddress(terms.recipient, agreed.account)) return 'other-recipient';
  if (terms.destination?.chainId !== agreed.destination?.chainId) return 'other-destination';
  const token = terms.destination?.tokenAddress?.toLowerCase() ?? null;
  const agreedToken = agreed.destination?.tokenAddress?.toLowerCase() ?? null;
  if (token !== agreedToken) return 'other-output-token';
  return terms.minimumOutput < agreed.minimumOutput ? 'too-little-output' : null;
}
