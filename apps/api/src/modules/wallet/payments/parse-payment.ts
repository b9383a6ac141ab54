import type { PublicAddress } from '#domain/address/address';
import {
  checkRecipient,
  type RecipientProblem,
  type ToChecksumAddress,
} from '#domain/address/parse-public-address';
import type { BaseUnits } from '#domain/amount/base-units';
import { parseBaseUnits } from '#domain/amount/parse-base-units';
import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import type { BodyOf } from '#wire/contract';
import type { ErrorCode } from '#wire/errors';
import type { sendTokens } from '#wire/wallet/send-tokens';
import { type Refusal, refuse } from '../../../application/call.ts';

/** The rules that a payment's fields are checked against. */
export interface PaymentRules {
  readonly networks: readonly Network[];
  readonly toChecksumAddress: ToChecksumAddress;
}

/** A payment whose fields were all parsed and accepted. */
export interface Payment {
  readonly network: Network;
  readonly token: Token;
  /** The native coin of the network. */
  readonly feeToken: Token;
  readonly amount: BaseUnits;
  readonly sender: PublicAddress;
  readonly recipient: PublicAddress;
  /** The payment in one canonical line. */
  readonly fingerprint: string;
}

export type ParsedPayment =
  | { readonly ok: true; readonly payment: Payment }
  | { readonly ok: false; readonly refusal: Refusal };

/** The wire's error code, by the problem of a recipient. */
export const codeByRecipientProblem: Readonly<Record<RecipientProblem, ErrorCode>> = {
  'not-valid': 'recipient-not-valid',
  checksum: 'recipient-checksum',
  'is-private': 'recipient-is-private',
  'is-zero': 'recipient-is-zero',
  'is-sender': 'recipient-is-sender',
  'is-token': 'recipient-is-token',
};

/** @returns the payment that a request body describes, or the refusal for its first error. */
export function parsePayment(
  body: BodyOf<typeof sendTokens>,
  sender: `0x${string}`,
  rules: PaymentRules,
): ParsedPayment {
  const place = findToken(rules.networks, body.tokenId);
  if (place === null) return refused('unknown-token');
  const amount = parseBaseUnits(body.amount);
  if (!amount.ok) return refused(amount.problem === 'zero' ? 'amount-zero' : 'amount-not-valid');
  const recipient = checkRecipient(body.recipientAddress, {
    sender,
    tokenAddresses: contractsOf(place.network),
    toChecksum: rules.toChecksumAddress,
  });
  if (!recipient.ok) return refused(codeByRecipientProblem[recipient.problem]);
  const payment: Payment = {
    ...place,
    amount: amount.units,
    sender: rules.toChecksumAddress(lowerCase(sender)),
    recipient: recipient.address,
    fingerprint: `send ${place.token.id} ${amount.units} ${recipient.address}`,
  };
  return { ok: true, payment };
}

/** @returns the token of an id with its network and native coin; null when there is none. */
export function findToken(
  networks: readonly Network[],
  tokenId: string,
): Pick<Payment, 'network' | 'token' | 'feeToken'> | null {
  for (const network of networks) {
    const token = network.tokens.find((candidate) => candidate.id === tokenId);
    const feeToken = network.tokens[0];
    if (token !== undefined && feeToken !== undefined) return { network, token, feeToken };
  }
  return null;
}

/** @returns the contract addresses of the tokens of a network. */
export function contractsOf(network: Network): readonly `0x${string}`[] {
  return network.tokens.flatMap((token) => (token.address === null ? [] : [token.address]));
}

function lowerCase(address: `0x${string}`): `0x${string}` {
  return `0x${address.slice(2).toLowerCase()}`;
}

function refused(code: ErrorCode): ParsedPayment {
  return { ok: false, refusal: refuse(code) };
}
