import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { padMessage } from '#domain/message/private-message';
import type { Token } from '#domain/token/token';
import {
  type PrivateTransactionTerms,
  privateTransactionLine,
} from '../ports/private-transactions.ts';
import type { PoolTransaction } from '../ports/shielded-pool.ts';
import type { RequestedPrivateTransaction } from '../ports/shielded-pool-client.ts';
import type { SpendingWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** Terms with their message, which was opened; null for none. */
export interface OpenedTerms {
  readonly terms: PrivateTransactionTerms;
  readonly message: string | null;
}

/** @returns the private transaction that these terms describe. Throws for a token that cannot be held privately. */
export function toPoolTransaction(
  { tokens }: Pick<ShieldingPorts, 'tokens'>,
  wallet: SpendingWallet,
  { terms, message }: OpenedTerms,
): PoolTransaction {
  const { kind, amount, recipient, gasPrice, fee } = terms;
  const common = {
    token: tokenOf(tokens, terms.tokenId),
    amount,
    gasPrice,
    fee: fee && { ...fee, token: tokenOf(tokens, fee.tokenId) },
  };
  if (kind === 'unshield') {
    return withSpender(wallet, {
      ...common,
      kind,
      recipient: recipient as PublicAddress,
    });
  }
  // Whatever was stored: consolidated notes stay with their owner, who is told nothing.
  const forRecipient =
    kind === 'consolidation'
      ? { recipient: wallet.privateAddress, memo: null, showSender: false }
      : {
          recipient: recipient as PrivateAddress,
          memo: message && padMessage(message),
          showSender: terms.showsSender,
        };
  return withSpender(wallet, { ...common, kind: 'internal-transfer', ...forRecipient });
}

function tokenOf(tokens: readonly Token[], tokenId: string): Token {
  const token = tokens.find(({ id }) => id === tokenId);
  if (token === undefined) throw new Error(`${tokenId} cannot be held privately here.`);
  return token;
}

/**
 * True when a proof for one is a proof for the other, with the same message and the same sender to be seen. A paid broadcaster is bound to the price of gas and to its
 * fee; one that is not paid is bound to nothing.
 */
export function isSamePayment(
  { terms: left, message }: OpenedTerms,
  { terms: right, message: wanted }: OpenedTerms,
): boolean {
  if (privateTransactionLine(left) !== privateTransactionLine(right)) return false;
  if (message !== wanted || left.showsSender !== right.showsSender) return false;
  if (left.fee === null || right.fee === null) return left.fee === right.fee;
  return (
    left.gasPrice === right.gasPrice &&
    left.fee.tokenId === right.fee.tokenId &&
    left.fee.perNativeCoin === right.fee.perNativeCoin &&
    left.fee.recipient === right.fee.recipient
  );
}

/** @returns a private transaction that spends this wallet's notes */
export function withSpender(
  { walletId, encryptionKey }: SpendingWallet,
  privateTransaction: RequestedPrivateTransaction,
): PoolTransaction {
  return { ...privateTransaction, spender: { walletId, encryptionKey } };
}
