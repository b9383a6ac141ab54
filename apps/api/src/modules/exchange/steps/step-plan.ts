import type { BaseUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import type { AgreedDelivery } from '#domain/swap/check-delivery';
import type { Token } from '#domain/token/token';
import type { SwapHop } from '#wire/exchange/route';
import type { StoredSwap } from '../../../ports/swaps.ts';

export interface StepOfSwap {
  readonly swap: StoredSwap;
  /** Counted from 1. */
  readonly number: number;
}

export interface StepToPrepare extends StepOfSwap {
  /** True when another operation was found to use the allowance. */
  readonly isClaimed: boolean;
}

/** A step of a swap that is about to be signed. */
export interface StepPlan extends StepToPrepare {
  readonly hop: SwapHop;
  readonly network: Network;
  readonly token: Token;
  readonly native: Token;
  /** The output token, when it arrives on the same chain; null otherwise. */
  readonly output: Token | null;
  readonly amount: BaseUnits;
  /** The least that the step has to deliver, base units: for the last one, what the user was promised. */
  readonly minimumOutput: bigint;
  /** Null where the output stays on this chain. */
  readonly destination: AgreedDelivery['destination'];
}
