import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { GasFees } from './public-chain.ts';

/** What a transaction does, without saying who pays what for it. */
export interface ContractCall {
  readonly to: PublicAddress;
  readonly value: bigint;
  readonly data: `0x${string}`;
  /** What it is given where a node cannot simulate it behind others, units of gas. */
  readonly gasIfUnknown: bigint;
}

/** The price of gas now, base units of the native coin for one gas. */
export interface PresentFees {
  readonly fees: GasFees;
  /** Base fee of the next block and the tip. */
  readonly pricePerGas: bigint;
}

export type SimulatedCalls =
  | {
      readonly ok: true;
      /** Of each call: what it used, and what it should be given. */
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
 * Calls of contracts on one chain, asked for and never sent. Every method rejects with `ChainUnavailable` when no
 * node answers in time. Source: JSON-RPC.
 */
export interface ContractCalls {
  readonly chainId: number;
  presentFees(): Promise<PresentFees>;
  /** How much of a token `spender` may take from `owner`, base units. */
  allowance(token: PublicAddress, owner: PublicAddress, spender: PublicAddress): Promise<BaseUnits>;
  /** @returns the call that lets `spender` take exactly so much of a token. */
  approval(token: PublicAddress, spender: PublicAddress, amount: BaseUnits): ContractCall;
  /** Does calls of one account one after the other on top of the newest block. */
  simulate(from: PublicAddress, calls: readonly ContractCall[]): Promise<SimulatedCalls>;
  /** Does one call with the gas and the price that it will have. @returns why it would be refused; null when not. */
  refusalOf(
    from: PublicAddress,
    call: Omit<ContractCall, 'gasIfUnknown'> & { readonly gas: bigint; readonly gasPrice: bigint },
  ): Promise<string | null>;
}
