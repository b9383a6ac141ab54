import type { TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import type { Receipt } from '#wire/wallet/receipt';
import type { Refusal } from '../../../application/call.ts';

/** A payment that a receipt can prove. */
export interface ReceiptPayment {
  readonly network: Network;
  readonly token: Token;
  /** The contract that recorded it; null for the native coin itself. */
  readonly contract: string | null;
  readonly transactionHash: TransactionHash;
  readonly blockNumber: number;
  /** The block's time. */
  readonly at: Date;
  readonly amount: BaseUnits;
  readonly from: string | null;
  readonly to: string;
  readonly proof: Receipt['proof'];
  readonly issuer: Receipt['issuer'];
  /** What the payment carries. */
  readonly message: string | null;
}

export type FoundPayment =
  | { readonly ok: true; readonly payment: ReceiptPayment }
  | { readonly ok: false; readonly refusal: Refusal };

/** @returns what stands for a payment that has no receipt */
export function without(refusal: Refusal): FoundPayment {
  return { ok: false, refusal };
}
