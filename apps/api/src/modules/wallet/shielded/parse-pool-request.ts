import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { parsePrivateAddress } from '#domain/address/parse-private-address';
import { checkRecipient } from '#domain/address/parse-public-address';
import type { BaseUnits } from '#domain/amount/base-units';
import { parseBaseUnits } from '#domain/amount/parse-base-units';
import { parseMessage } from '#domain/message/private-message';
import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import type { ErrorCode } from '#wire/errors';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import {
  codeByRecipientProblem,
  contractsOf,
  findToken,
  type PaymentRules,
} from '../payments/parse-payment.ts';

/** The rules that a request for the private pool is checked against. */
export interface PoolRules extends PaymentRules {
  /** Networks with a pool. */
  readonly poolChainIds: readonly number[];
}

/** A shieldable token, on its network. */
export interface PoolPlace {
  readonly network: Network;
  readonly token: Token;
  /** The native coin of the network. */
  readonly feeToken: Token;
}

/** A payment from the private balance whose fields were all parsed and accepted. */
export type PrivateTransaction = PoolPlace & {
  readonly amount: BaseUnits;
} & PrivateTransactionTarget;

/** The recipient of a private transaction. */
export type PrivateTransactionTarget =
  | { readonly kind: 'unshield'; readonly recipient: PublicAddress }
  | {
      readonly kind: 'internal-transfer';
      readonly recipient: PrivateAddress;
      /** To the recipient; null for none. */
      readonly message: string | null;
      /** Whether the recipient sees the sender. */
      readonly showsSender: boolean;
    };

type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** @returns the token of an id, or the refusal when there is none or it is not shieldable. */
export function parsePoolPlace(rules: PoolRules, tokenId: string): Parsed<PoolPlace> {
  const place = findToken(rules.networks, tokenId);
  if (place === null) return refused('unknown-token');
  const hasPool = rules.poolChainIds.includes(place.network.chainId);
  return hasPool && place.token.isShieldable ? accepted(place) : refused('not-shieldable');
}

/** @returns the amount of a payment. */
export function parseAmount(text: string): Parsed<BaseUnits> {
  const amount = parseBaseUnits(text);
  if (amount.ok) return accepted(amount.units);
  return refused(amount.problem === 'zero' ? 'amount-zero' : 'amount-not-valid');
}

/** @returns the amount of a quote; null while none is entered, or a zero that is still being typed. */
export function parseQuoteAmount(text: string | undefined): Parsed<BaseUnits | null> {
  const amount = parseBaseUnits(text ?? '0');
  if (amount.ok) return accepted(amount.units);
  return amount.problem === 'zero' ? accepted(null) : refused('amount-not-valid');
}

/** @returns the public address that an unshield goes to. */
export function parseUnshieldTarget(
  rules: PoolRules,
  { network }: PoolPlace,
  text: string,
): Parsed<PrivateTransactionTarget> {
  const recipient = checkRecipient(text, {
    sender: null,
    tokenAddresses: contractsOf(network),
    toChecksum: rules.toChecksumAddress,
  });
  return recipient.ok
    ? accepted({ kind: 'unshield', recipient: recipient.address })
    : refused(codeByRecipientProblem[recipient.problem]);
}

/** Where a transfer goes, as it was entered, and what its recipient is told. */
interface TransferFields {
  readonly recipientAddress: string;
  readonly message?: string | undefined;
  readonly showsSender?: boolean | undefined;
}

/** @returns the private address that a transfer goes to, with what its recipient is told. */
export function parseTransferTarget(
  { network }: PoolPlace,
  { privateAddress }: Pick<CallSession, 'privateAddress'>,
  { recipientAddress, message: written = '', showsSender = false }: TransferFields,
): Parsed<PrivateTransactionTarget & { readonly kind: 'internal-transfer' }> {
  const recipient = parsePrivateAddress(recipientAddress.trim(), network.chainId);
  if (!recipient.ok) {
    const isForeign = recipient.problem === 'other-network';
    return refused(isForeign ? 'recipient-other-network' : 'recipient-not-private');
  }
  if (recipient.address === privateAddress) return refused('recipient-is-sender');
  const parsed = parseMessage(written);
  if (!parsed.ok) return refused('message-not-valid');
  const { message } = parsed;
  return accepted({
    kind: 'internal-transfer',
    recipient: recipient.address,
    message,
    showsSender,
  });
}

/** @returns the private transaction of a request body; `readTarget` parses its recipient. */
export function parsePrivateTransaction(
  rules: PoolRules,
  body: { readonly tokenId: string; readonly amount: string },
  readTarget: (place: PoolPlace) => Parsed<PrivateTransactionTarget>,
): Parsed<PrivateTransaction> {
  const place = parsePoolPlace(rules, body.tokenId);
  if (!place.ok) return place;
  const amount = parseAmount(body.amount);
  if (!amount.ok) return amount;
  const target = readTarget(place.value);
  if (!target.ok) return target;
  return accepted({ ...place.value, amount: amount.value, ...target.value });
}

function accepted<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

function refused(code: ErrorCode): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: refuse(code) };
}
