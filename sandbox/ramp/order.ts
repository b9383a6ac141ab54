import type { Hex } from 'viem';

/** The statuses of Transak's orders (https://docs.transak.com/docs/tracking-user-kyc-and-order-status). */
export type RampStatus =
  | 'AWAITING_PAYMENT_FROM_USER'
  | 'PAYMENT_DONE_MARKED_BY_USER'
  | 'PROCESSING'
  | 'PENDING_DELIVERY_FROM_TRANSAK'
  | 'COMPLETED'
  | 'CANCELLED'
  | 'FAILED'
  | 'EXPIRED'
  | 'REFUNDED';

/** The webhook event for each status. */
export const eventByStatus: Readonly<Record<RampStatus, string>> = {
  AWAITING_PAYMENT_FROM_USER: 'ORDER_CREATED',
  PAYMENT_DONE_MARKED_BY_USER: 'ORDER_PAYMENT_VERIFYING',
  PROCESSING: 'ORDER_PROCESSING',
  PENDING_DELIVERY_FROM_TRANSAK: 'ORDER_PROCESSING',
  COMPLETED: 'ORDER_COMPLETED',
  CANCELLED: 'ORDER_FAILED',
  FAILED: 'ORDER_FAILED',
  EXPIRED: 'ORDER_FAILED',
  REFUNDED: 'ORDER_REFUNDED',
};

export type RampSide = 'BUY' | 'SELL';

/** A signed transaction that may have been sent; it is the only one that can pay this order. */
export interface Payout {
  readonly raw: Hex;
  readonly hash: Hex;
}

export interface RampOrder {
  readonly id: string;
  readonly side: RampSide;
  readonly status: RampStatus;
  /** Where bought USDC goes. */
  readonly customerAddress: Hex;
  readonly email: string;
  readonly partnerOrderId: string;
  readonly partnerCustomerId: string;
  /** US cents and millionths of USDC, digits only. */
  readonly fiatCents: string;
  readonly feeCents: string;
  readonly cryptoUnits: string;
  /** Where sold USDC is expected; null for a purchase. */
  readonly depositAddress: Hex | null;
  /** No payment to the deposit address is in an earlier block. */
  readonly fromBlock: string;
  /** Who gets the USDC back after a wrong amount arrived; null otherwise. */
  readonly refundTo: { readonly address: Hex; readonly units: string } | null;
  readonly payout: Payout | null;
  readonly transactionHash: Hex | null;
  readonly statusReason: string | null;
  readonly createdAt: string;
  /** When it reached its status. */
  readonly changedAt: string;
}

/** An order as Transak's order API and its webhooks write it. A sale's `walletAddress` is where to deposit. */
export function orderResource(order: RampOrder): Record<string, unknown> {
  return {
    id: order.id,
    walletAddress: order.depositAddress ?? order.customerAddress,
    createdAt: order.createdAt,
    updatedAt: order.changedAt,
    status: order.status,
    statusReason: order.statusReason,
    fiatCurrency: 'USD',
    cryptoCurrency: 'USDC',
    isBuyOrSell: order.side,
    fiatAmount: Number(order.fiatCents) / 100,
    amountPaid: order.status === 'AWAITING_PAYMENT_FROM_USER' ? 0 : Number(order.fiatCents) / 100,
    cryptoAmount: Number(order.cryptoUnits) / 1_000_000,
    totalFeeInFiat: Number(order.feeCents) / 100,
    conversionPrice: 1,
    paymentOptionId: order.side === 'BUY' ? 'credit_debit_card' : 'sepa_bank_transfer',
    network: 'polygon',
    partnerOrderId: order.partnerOrderId,
    partnerCustomerId: order.partnerCustomerId,
    ...(order.transactionHash && { transactionHash: order.transactionHash }),
  };
}
