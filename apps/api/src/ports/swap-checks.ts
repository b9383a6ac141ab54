import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { StepTerms } from '#domain/swap/check-delivery';
import type { FinalPayment } from '#domain/swap/delivery';
import type { Token } from '#domain/token/token';
import type { ContractCall } from './contract-calls.ts';

/** What calls would do to an account's balances. */
export type SimulatedChanges =
  | {
      readonly ok: true;
      /** For each call: the gas it used, and the limit to set, units of gas. */
      readonly gas: readonly { readonly used: bigint; readonly limit: bigint }[];
      /** Base units by which each token's balance changes, in the order of the tokens; network fees left out. */
      readonly changes: readonly bigint[];
    }
  | { readonly ok: false; readonly detail: string };

/**
 * Inspects a transaction that someone else wrote, on one chain. Every method rejects with `ChainUnavailable` when no
 * node responds in time or none can simulate. Source: `eth_simulateV1`.
 */
export interface SwapChecks {
  /** Simulates calls of one account, one after another, on the newest block, and compares its balances. */
  simulateChanges(
    from: PublicAddress,
    calls: readonly ContractCall[],
    tokens: readonly Token[],
  ): Promise<SimulatedChanges>;
  /** @returns what a call promises to deliver; null for one that cannot be read. Makes no request. */
  termsOf(data: `0x${string}`): StepTerms | null;
  /**
   * What a transaction paid to an account, less what it took from there. Of the native coin, all that contracts paid
   * counts, but not what the account itself sent or paid as a fee.
   * @returns null while no node has it in a final block
   */
  finalPayment(
    hash: TransactionHash,
    token: Pick<Token, 'address'>,
    account: PublicAddress,
  ): Promise<FinalPayment | null>;
  /** @returns base units of a token (never the native coin) that a mined transaction paid to the account */
  receivedIn(
    hash: TransactionHash,
    token: PublicAddress,
    account: PublicAddress,
  ): Promise<BaseUnits>;
}
