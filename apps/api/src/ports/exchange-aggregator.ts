import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { OutputType } from '#domain/swap/swap';
import type { SwapRoute } from '#wire/exchange/route';

/** A token as the exchange names it; the address is null for a native coin. */
export interface ExchangeAsset {
  readonly blockchain: string;
  readonly address: string | null;
  readonly symbol: string;
}

/** A chain of the exchange that is an EVM chain and enabled. */
export interface ExchangeBlockchain {
  readonly name: string;
  readonly displayName: string;
  readonly chainId: number;
}

/** A token of the exchange with its price in US dollars, where it knows one. */
export interface ExchangeToken extends ExchangeAsset {
  readonly usdPrice: number | null;
}

/** What the exchange lists, in its own order. */
export interface ExchangeListing {
  readonly blockchains: readonly ExchangeBlockchain[];
  readonly tokens: readonly ExchangeToken[];
}

export type FoundRoutes =
  | { readonly ok: true; readonly routes: readonly SwapRoute[]; readonly diagnosis: string | null }
  /** The exchange's own message, for the user. */
  | { readonly ok: false; readonly reason: string };

export type ConfirmedRoute =
  | { readonly ok: true; readonly route: Pick<SwapRoute, 'outputAmount' | 'resultType' | 'swaps'> }
  | { readonly ok: false; readonly reason: string };

/** A transaction that the exchange requests. None of it is trusted until it was checked. */
export interface RequestedTransaction {
  readonly blockchain: string;
  readonly isApproval: boolean;
  readonly from: string | null;
  readonly to: string;
  readonly data: `0x${string}`;
  readonly value: bigint;
}

export type CreatedTransaction =
  | { readonly ok: true; readonly transaction: RequestedTransaction }
  | { readonly ok: false; readonly reason: string };

/** What the exchange reports about the outcome of a step. */
export type StepVerdict =
  | { readonly kind: 'running' }
  | {
      readonly kind: 'success' | 'failed';
      readonly outputAmount: string | null;
      readonly outputAsset: Pick<ExchangeAsset, 'blockchain' | 'symbol'> | null;
      readonly outputType: OutputType | null;
      readonly destinationHash: TransactionHash | null;
      readonly message: string | null;
    };

/**
 * Finds routes across chains and builds their transactions; it has no keys and sends nothing. Every method rejects
 * with `ExchangeUnavailable` when it does not respond or its response is malformed. Source: Rango's Main API,
 * https://docs.rango.exchange.
 */
export interface ExchangeAggregator {
  list(): Promise<ExchangeListing>;
  /** @param swap the amount is a display amount, the slippage percent */
  findRoutes(swap: {
    readonly from: ExchangeAsset;
    readonly to: ExchangeAsset;
    readonly amount: string;
    readonly slippage: string;
  }): Promise<FoundRoutes>;
  /** Prices a route again and binds it to wallets, by blockchain. Never retried automatically. */
  confirm(
    requestId: string,
    wallets: Readonly<Record<string, PublicAddress>>,
  ): Promise<ConfirmedRoute>;
  /** Builds the approval that a step needs, or its transaction when the allowance suffices or the check is skipped. */
  createTransaction(step: {
    readonly requestId: string;
    /** Counted from 1. */
    readonly step: number;
    readonly slippage: string;
    /** False returns the step's own transaction, whatever the allowance. */
    readonly checksApproval: boolean;
  }): Promise<CreatedTransaction>;
  checkStatus(step: {
    readonly requestId: string;
    readonly step: number;
    readonly hash: TransactionHash;
  }): Promise<StepVerdict>;
}

/** The exchange did not respond in time, or its response is malformed. Nothing was decided. */
export class ExchangeUnavailable extends Error {
  constructor(cause: unknown) {
    super('The exchange did not respond. Check its URL and key, and try again.', { cause });
    this.name = 'ExchangeUnavailable';
  }
}
