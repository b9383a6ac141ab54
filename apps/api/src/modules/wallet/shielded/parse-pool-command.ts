import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { parsePrivateAddress } from '#domain/address/parse-private-address';
import { checkRecipient } from '#domain/address/parse-public-address';
import type { BaseUnits } from '#domain/amount/base-units';
import { parseBaseUnits } from '#domain/amount/parse-base-units';
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

/** What the text of a command for the private pool is judged by. */
export interface PoolRules extends PaymentRules {
  /** Networks with a pool. */
  readonly poolChainIds: readonly number[];
}

/** A token that can be held privately, on its network. */
export interface PoolPlace {
  readonly network: Network;
  readonly token: Token;
  /** The native coin of the network. */
  readonly feeToken: Token;
}

/** What leaves the private balance, every part read and allowed. */
export type PrivateTransaction = PoolPlace & {
  readonly amount: BaseUnits;
} & PrivateTransactionTarget;

/** Where a spend goes. */
export type PrivateTransactionTarget =
  | { readonly kind: 'unshield'; readonly recipient: PublicAddress }
  | { readonly kind: 'internal-transfer'; readonly recipient: PrivateAddress };

type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** @returns the token of an id, or the refusal when there is none or it cannot be held privately. */
export function parsePoolPlace(rules: PoolRules, tokenId: string): Parsed<PoolPlace> {
  const place = findToken(rules.networks, tokenId);
  if (place === null) return refused('unknown-token');
  const hasPool = rules.poolChainIds.includes(place.network.chainId);
  return hasPool && place.token.isShieldable ? taken(place) : refused('not-shieldable');
}

/** @returns the amount of a command. */
export function parseAmount(text: string): Parsed<BaseUnits> {
  const amount = parseBaseUnits(text);
  if (amount.ok) return taken(amount.units);
  return refused(amount.problem === 'zero' ? 'amount-zero' : 'amount-not-valid');
}

/** @returns the amount of a question; null while none is entered, or a zero that is still being typed. */
export function parseRequestedAmount(text: string | undefined): Parsed<BaseUnits | null> {
  const amount = parseBaseUnits(text ?? '0');
  if (amount.ok) return taken(amount.units);
  return amount.problem === 'zero' ? taken(null) : refused('amount-not-valid');
}

/** @returns the public address that an unshield goes to; the person's own when none is given. */
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
    ? taken({ kind: 'unshield', recipient: recipient.address })
    : refused(codeByRecipientProblem[recipient.problem]);
}

/** @returns the private address that a transfer goes to. */
export function parseTransferTarget(
  { network }: PoolPlace,
  { privateAddress }: Pick<CallSession, 'privateAddress'>,
  text: string,
): Parsed<PrivateTransactionTarget> {
  const recipient = parsePrivateAddress(text.trim(), network.chainId);
  if (!recipient.ok) {
    const isForeign = recipient.problem === 'other-network';
    return refused(isForeign ? 'recipient-other-network' : 'recipient-not-private');
  }
  if (recipient.address === privateAddress) return refused('recipient-is-sender');
  return taken({ kind: 'internal-transfer', recipient: recipient.address });
}

/** @returns the spend of a command body whose recipient was read already. */
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
  return taken({ ...place.value, amount: amount.value, ...target.value });
}

function taken<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

function refused(code: ErrorCode): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: refuse(code) };
}
