import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { LadderFees } from '#domain/operation/fee-ladder';

/** What a transaction does, regardless of who pays for it. */
export interface ContractCall {
  readonly to: PublicAddress;
  readonly value: bigint;
  readonly data: `0x${string}`;
  /** Gas limit where a node cannot simulate it after other calls, units of gas. */
  readonly gasIfUnknown: bigint;
}

/** The current price of gas, base units of the native coin for one gas. */
export interface PresentFees {
  readonly fees: LadderFees;
  /** Base fee of the next block and the tip. */
  readonly pricePerGas: bigint;
}

/** What the nodes of a network require of fees. */
export interface FeeRules {
  /** The lowest tip, base units of the native coin for one gas. */
  readonly minimumTip: bigint;
  /** The most that they accept as the fee of one transaction, base units of the native coin. */
  readonly feeCap: bigint;
}

/** Any tip, and one whole coin for a transaction, which is where go-ethereum and bor stop unless told otherwise. */
export const USUAL_FEE_RULES: FeeRules = { minimumTip: 0n, feeCap: 10n ** 18n };

export type SimulatedCalls =
  | {
      readonly ok: true;
      /** For each call: the gas it used, and the limit to set. */
      readonly gas: readonly { readonly used: bigint; readonly limit: bigint }[];
    }
  | {
      readonly ok: false;
      /** Which call the network would refuse. */
      readonly index: number;
      readonly reason: 'insufficient-funds' | 'would-revert';
      /** For the log. */
      readonly detail: string;
    };

/**
 * Contract calls on one chain, prepared and simulated but never sent. Every method rejects with `ChainUnavailable`
 * when no node responds in time. Source: JSON-RPC.
 */
export interface ContractCalls {
  readonly chainId: number;
  presentFees(): Promise<PresentFees>;
  /** How much of a token `spender` may take from `owner`, base units. */
  allowance(token: PublicAddress, owner: PublicAddress, spender: PublicAddress): Promise<BaseUnits>;
  /** @returns the call that lets `spender` take exactly this amount of a token. */
  approval(token: PublicAddress, spender: PublicAddress, amount: BaseUnits): ContractCall;
  /** Simulates calls of one account, one after another, on top of the newest block. */
  simulate(from: PublicAddress, calls: readonly ContractCall[]): Promise<SimulatedCalls>;
  /** Simulates one call with its real gas and price. @returns why it would be refused; null when it would not. */
  refusalOf(
    from: PublicAddress,
    call: Omit<ContractCall, 'gasIfUnknown'> & { readonly gas: bigint; readonly gasPrice: bigint },
  ): Promise<string | null>;
}
