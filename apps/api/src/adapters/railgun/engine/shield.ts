import type { RailgunPopulateTransactionResponse } from '@railgun-community/shared-models';
import {
  gasEstimateForShield,
  gasEstimateForShieldBaseToken,
  getShieldPrivateKeySignatureMessage,
  populateShield,
  populateShieldBaseToken,
} from '@railgun-community/wallet';
import { type RunningEngine, TXID_VERSION } from './start-engine.ts';

/** What is to become a note; the amount in base units, before the pool's fee. */
export interface ShieldRequest {
  readonly token: string;
  readonly amount: bigint;
  /** The chain's own coin, which is wrapped on the way; `token` is then its wrapped form. */
  readonly isNative: boolean;
  /** The private address that gets the note. */
  readonly recipient: string;
  /** The public address that pays. A token must have been approved for the pool before. */
  readonly payer: string;
  /** keccak256 of the payer's signature of `shieldMessage`, hex: with it the payer can read the note later. */
  readonly shieldKey: string;
}

/** A transaction that the payer signs and sends. */
export interface ShieldTransaction {
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
}

/** @returns the message whose signature a payer's shield key is made of. */
export function shieldMessage(): string {
  return getShieldPrivateKeySignatureMessage();
}

/** @returns what the shield would use, units of gas. Rejects when the payer does not have the amount. */
export async function estimateShield(
  { networkName }: RunningEngine,
  request: ShieldRequest,
): Promise<bigint> {
  const { token: tokenAddress, amount, recipient, payer, shieldKey } = request;
  const wanted = { tokenAddress, amount };
  const { gasEstimate } = request.isNative
    ? await gasEstimateForShieldBaseToken(
        TXID_VERSION,
        networkName,
        recipient,
        shieldKey,
        wanted,
        payer,
      )
    : await gasEstimateForShield(
        TXID_VERSION,
        networkName,
        shieldKey,
        [{ ...wanted, recipientAddress: recipient }],
        [],
        payer,
      );
  return gasEstimate;
}

/** Writes the transaction of a shield. It needs no proof. */
export async function prepareShield(
  { networkName }: RunningEngine,
  request: ShieldRequest,
): Promise<ShieldTransaction> {
  const { token: tokenAddress, amount, recipient, shieldKey } = request;
  const wanted = { tokenAddress, amount };
  const made = request.isNative
    ? await populateShieldBaseToken(TXID_VERSION, networkName, recipient, shieldKey, wanted)
    : await populateShield(
        TXID_VERSION,
        networkName,
        shieldKey,
        [{ ...wanted, recipientAddress: recipient }],
        [],
      );
  return toShieldTransaction(made);
}

function toShieldTransaction({
  transaction,
}: RailgunPopulateTransactionResponse): ShieldTransaction {
  const { to, data, value } = transaction;
  if (!to || !data) throw new Error('The engine made a shield without a target.');
  return { to, data, value: value ?? 0n };
}
