import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type BaseUnits, digitsToBaseUnits } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';
import type {
  PrivateTransactionJob,
  PrivateTransactionTerms,
  ProvedJob,
} from '../../../ports/private-transactions.ts';
import type { RowAs, RowOf } from '../connection/row-of.ts';
import {
  BrokenOperationRow,
  type OperationRow,
  operationOf,
} from '../operations/operation-rows.ts';
import type { privateTransactions } from '../schema/private-transactions.ts';

/** A row of `operations` with its row of `private_transactions`. */
export type PrivateTransactionRow = OperationRow &
  RowAs<typeof privateTransactions, { fee_token: 'fee_token_id' }> &
  RowOf<
    typeof privateTransactions,
    | 'gas_price'
    | 'fee_per_native_coin'
    | 'fee_recipient'
    | 'sealed_message'
    | 'sealed_plan'
    | 'shows_sender'
    | 'signature'
    | 'spender'
    | 'sealed_spender'
    | 'call_to'
    | 'call_data'
    | 'call_value'
    | 'gas_limit'
    | 'nullifiers'
    | 'proved_at'
    | 'send_at'
  >;

/** Selects the columns of a private transaction `s`; the token of its fee has a name of its own beside the operation's. */
export const PRIVATE_TRANSACTION_COLUMNS = `s.gas_price, s.fee_token_id as fee_token, s.fee_per_native_coin, s.fee_recipient,
  s.sealed_message, s.sealed_plan, s.shows_sender, s.signature, s.spender, s.sealed_spender,
  s.call_to, s.call_data, s.call_value, s.gas_limit, s.nullifiers, s.proved_at, s.send_at`;

/** @returns the payment to prove of a claimed row */
export function privateTransactionJobOf(row: PrivateTransactionRow): PrivateTransactionJob {
  return {
    operationId: row.id,
    userId: row.user_id,
    epoch: row.lease_epoch,
    terms: termsOf(row),
    wantedAt: row.send_at ?? row.created_at,
    signature: row.signature,
  };
}

/** @returns the payment to sign of a claimed row. Throws when the proof is incomplete. */
export function provedJobOf(row: PrivateTransactionRow): ProvedJob {
  const { terms } = privateTransactionJobOf(row);
  return {
    operation: operationOf(row),
    epoch: row.lease_epoch,
    call: {
      to: present(row, 'call_to'),
      data: present(row, 'call_data'),
      value: BigInt(present(row, 'call_value')),
      gasLimit: BigInt(present(row, 'gas_limit')),
      nullifiers: present(row, 'nullifiers'),
      broadcasterFee: row.broadcaster_fee === null ? null : units(row.broadcaster_fee),
    },
    provedAt: present(row, 'proved_at'),
    sendAt: row.send_at,
    leastGasPrice: leastGasPriceOf(terms),
  };
}

/** @returns the price that a proof with these terms is bound to; null when it is bound to none */
export function leastGasPriceOf({
  fee,
  gasPrice,
}: Pick<PrivateTransactionTerms, 'fee' | 'gasPrice'>): bigint | null {
  return fee === null ? null : gasPrice;
}

function termsOf(row: PrivateTransactionRow): PrivateTransactionTerms {
  const { kind } = row;
  if (kind !== 'unshield' && kind !== 'internal-transfer' && kind !== 'consolidation') {
    throw new BrokenOperationRow(row.id, 'kind');
  }
  const { fee_token: feeToken } = row;
  return {
    chainId: row.chain_id,
    kind,
    tokenId: row.token_id,
    amount: units(row.amount),
    recipient: row.recipient,
    gasPrice: BigInt(row.gas_price),
    fee:
      feeToken === null
        ? null
        : {
            tokenId: feeToken,
            perNativeCoin: units(present(row, 'fee_per_native_coin')),
            recipient: present(row, 'fee_recipient'),
          },
    sealedMessage: row.sealed_message,
    sealedPlan: row.sealed_plan,
    showsSender: row.shows_sender,
    spender:
      row.spender === null
        ? null
        : { address: row.spender, sealed: present(row, 'sealed_spender') },
  };
}

/** Terms as stored in a JSON column. */
export interface TermsColumn {
  readonly chainId: number;
  readonly kind: PrivateTransactionTerms['kind'];
  readonly tokenId: string;
  readonly amount: string;
  readonly recipient: string;
  readonly gasPrice: string;
  readonly fee: {
    readonly tokenId: string;
    readonly perNativeCoin: string;
    readonly recipient: string;
  } | null;
  /** Base64. Requests of earlier versions leave out this and the next. */
  readonly sealedMessage?: string | null;
  readonly showsSender?: boolean;
}

/** @returns terms of a payment from the user's own wallet as JSON, every number of any size as a text */
export function columnOfTerms({
  spender,
  sealedPlan,
  ...terms
}: PrivateTransactionTerms): TermsColumn {
  if (spender !== null) throw new Error('No proof is prepared for the end of a claim.');
  if (sealedPlan !== null) throw new Error('No proof is prepared for what its owner signs.');
  const { fee, sealedMessage } = terms;
  return {
    ...terms,
    sealedMessage: sealedMessage && Buffer.from(sealedMessage).toString('base64'),
    amount: terms.amount.toString(),
    gasPrice: terms.gasPrice.toString(),
    fee: fee && { ...fee, perNativeCoin: fee.perNativeCoin.toString() },
  };
}

/** @returns what `columnOfTerms` made a column of */
export function termsOfColumn(column: TermsColumn): PrivateTransactionTerms {
  const { fee, sealedMessage } = column;
  return {
    ...column,
    sealedMessage: sealedMessage ? Buffer.from(sealedMessage, 'base64') : null,
    showsSender: column.showsSender ?? false,
    sealedPlan: null,
    spender: null,
    tokenId: column.tokenId as TokenId,
    amount: units(column.amount),
    recipient: column.recipient as PublicAddress | PrivateAddress,
    gasPrice: BigInt(column.gasPrice),
    fee: fee && {
      tokenId: fee.tokenId as TokenId,
      perNativeCoin: units(fee.perNativeCoin),
      recipient: fee.recipient as PrivateAddress,
    },
  };
}

function units(digits: string): BaseUnits {
  return digitsToBaseUnits(digits);
}

function present<Name extends keyof PrivateTransactionRow>(
  row: PrivateTransactionRow,
  name: Name,
): NonNullable<PrivateTransactionRow[Name]> {
  const value = row[name];
  if (value === null || value === undefined) throw new BrokenOperationRow(row.id, name);
  return value;
}
