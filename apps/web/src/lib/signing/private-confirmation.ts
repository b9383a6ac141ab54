import { parseMessage } from '#domain/message/private-message';
import type { FeeCeiling, PrivateConfirmation } from '#signing/private/confirmation';
import type { PrivatePlan } from '#signing/private/plan';
import { readPrivatePlan } from '#signing/private/plan-json';
import { user } from '#wire/auth/user';
import { parseJson } from '../parse-json.ts';
import { readStored, STORAGE_KEYS } from '../storage.ts';
import type { PrivatePayment } from './confirmed-payment.ts';

/**
 * @param json the plan, as the server sent it
 * @returns what the user confirmed of a payment from the private balance, with the token, the network and the fee of its
 *   plan; null for what is no plan of a payment, and where no one knows whom it pays
 */
export function privateConfirmationOf(
  payment: PrivatePayment,
  json: unknown,
): PrivateConfirmation | null {
  const plan = readPrivatePlan(json);
  const common = plan && commonOf(payment, plan);
  if (common === null) return null;
  if (payment.call === 'unshield') {
    const recipient = payment.body.recipientAddress ?? ownAddress();
    // The plan says who gets it too, but it is the plan that is compared.
    const kind = payment.coin?.isNative ? 'unshield-native' : 'unshield';
    return recipient === null ? null : { ...common, kind, recipient: normalized(recipient) };
  }
  const { recipientAddress, message = '', showsSender: showSender = false } = payment.body;
  const parsed = parseMessage(message);
  if (!parsed.ok) return null;
  const recipient = normalized(recipientAddress);
  return { ...common, kind: 'transfer', recipient, memo: parsed.message, showSender };
}

type Common = Pick<PrivateConfirmation, 'chainId' | 'token' | 'amount' | 'fee'>;

/** @returns null for a plan that pays nothing */
function commonOf({ body }: PrivatePayment, plan: PrivatePlan): Common | null {
  const paying = plan.parts.find(({ outputs }) =>
    outputs.some(({ role }) => role === 'payment' || role === 'unshield'),
  );
  if (paying === undefined) return null;
  const { token, boundParams } = paying;
  return { chainId: boundParams.chainId, token, amount: BigInt(body.amount), fee: feeOf(plan) };
}

/** @returns all that the broadcaster gets; null when that is nothing */
function feeOf({ parts }: PrivatePlan): FeeCeiling | null {
  const fees = parts.flatMap(({ token, outputs }) =>
    outputs.filter(({ role }) => role === 'fee').map(({ value }) => ({ token, value })),
  );
  const [first] = fees;
  if (first === undefined) return null;
  const prices = parts.map(({ boundParams }) => boundParams.minGasPrice);
  return {
    token: first.token,
    most: fees.reduce((sum, { value }) => sum + value, 0n),
    mostPerGas: prices.reduce((most, price) => (price > most ? price : most)),
  };
}

/** Without blanks around it and in lower case, as the server reads it. */
function normalized(address: string): string {
  return address.trim().toLowerCase();
}

/** @returns the public address of the user whose session makes the call; null when it isn't stored */
function ownAddress(): string | null {
  const stored = user.safeParse(parseJson(readStored(STORAGE_KEYS.user) ?? ''));
  return stored.success ? stored.data.wallet.publicWalletAddress : null;
}
