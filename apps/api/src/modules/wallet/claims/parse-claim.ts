import { parseBaseUnits } from '#domain/amount/parse-base-units';
import type { ClaimRecipient, ClaimTerms } from '#domain/claim/claim';
import { parseMessage } from '#domain/message/private-message';
import type { Network } from '#domain/network/network';
import type { BodyOf } from '#wire/contract';
import type { makeClaim } from '#wire/wallet/make-claim';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { Accounts } from '../../../ports/accounts.ts';
import { findToken, type Payment } from '../payments/parse-payment.ts';
import { readAccountName } from '../payments/read-account-name.ts';

export interface ParseClaimPorts {
  readonly networks: readonly Network[];
  readonly accounts: Pick<Accounts, 'findById'>;
}

/** What a sender wants to pay by link, every field of it parsed and accepted. */
export interface WantedClaim
  extends Pick<Payment, 'network' | 'token' | 'feeToken'>,
    Pick<ClaimTerms, 'balance' | 'units' | 'recipient' | 'senderName' | 'message'> {}

/**
 * Reads the sender's own account and no other: what is refused says nothing about whoever has the email or the phone.
 * @returns what is to be paid to whom, or the refusal for its first error
 */
export async function parseClaim(
  { networks, accounts }: ParseClaimPorts,
  body: BodyOf<typeof makeClaim>,
  userId: string,
): Promise<WantedClaim | Refusal> {
  const place = findToken(networks, body.tokenId);
  if (place === null) return refuse('unknown-token');
  const amount = parseBaseUnits(body.amount);
  if (!amount.ok) return refuse(amount.problem === 'zero' ? 'amount-zero' : 'amount-not-valid');
  const name = readAccountName(body.emailOrPhone);
  if ('refused' in name) return name;
  const message = parseMessage(body.message);
  if (!message.ok) return refuse('message-not-valid');
  const sender = await accounts.findById(userId);
  if (sender === null) return refuse('unauthorized');
  const recipient: ClaimRecipient =
    'email' in name
      ? { channel: 'email', value: name.email }
      : { channel: 'sms', value: name.phone };
  if (isOf(recipient, sender)) return refuse('recipient-is-sender');
  return {
    ...{ ...place, balance: body.balance ?? 'public', units: amount.units, recipient },
    ...{ senderName: sender.name, message: message.message },
  };
}

/** @returns whether an account has verified the email or the phone that a claim is for */
export function isOf(
  { channel, value }: ClaimRecipient,
  { email, phone }: { readonly email: string; readonly phone: string },
): boolean {
  return channel === 'email' ? email === value : phone === value;
}

/** @returns whether a claim that was made is the one that is wanted now */
export function isWanted(made: ClaimTerms, wanted: WantedClaim): boolean {
  return (
    made.balance === wanted.balance &&
    made.tokenId === wanted.token.id &&
    made.units === wanted.units &&
    made.recipient.channel === wanted.recipient.channel &&
    made.recipient.value === wanted.recipient.value &&
    made.message === wanted.message
  );
}
