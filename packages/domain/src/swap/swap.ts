import type { PublicAddress, TransactionHash } from '../address/address.ts';
import type { BaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';

/** The status of a swap, in the terms of its history (specification §4). */
export const SWAP_STATUSES = [
  'initiated',
  'pending',
  'in-progress',
  'completed',
  'failed',
] as const;

export type SwapStatus = (typeof SWAP_STATUSES)[number];

/** What a wallet has after a step, in the exchange's terms for chain and token. */
export const OUTPUT_TYPES = [
  'REVERTED_TO_INPUT',
  'MIDDLE_ASSET_IN_SRC',
  'MIDDLE_ASSET_IN_DEST',
  'DESIRED_OUTPUT',
] as const;

export type OutputType = (typeof OUTPUT_TYPES)[number];

/** How it is known that a swap delivered: a final block of ours has it, or the exchange alone reports it. */
export const DELIVERY_PROOFS = ['confirmed', 'reported'] as const;

export type DeliveryProof = (typeof DELIVERY_PROOFS)[number];

/** What a finished step left in the wallet. */
export interface StepOutput {
  /** Display amount. */
  readonly amount: string;
  readonly symbol: string;
  readonly blockchain: string;
  readonly type: OutputType;
}

/** One transaction of a swap, with its approval where it needs one. */
export type SwapStep =
  | { readonly state: 'to-come' }
  /** The user has to be signed in for its signature. */
  | { readonly state: 'to-sign'; readonly since: Date }
  | {
      readonly state: 'sent';
      readonly operationId: string;
      readonly hash: TransactionHash;
      readonly since: Date;
      /** When the exchange first reported a delivery that no final block has shown so far; left out before that. */
      readonly reportedAt?: Date;
    }
  | {
      readonly state: 'done' | 'failed';
      /** Null when nothing was sent for it. */
      readonly hash: TransactionHash | null;
      readonly destinationHash: TransactionHash | null;
      /** Null when the wallet has what it had before the step. */
      readonly output: StepOutput | null;
      /** Of the last step; left out for the others, and for swaps that ended before deliveries were looked for. */
      readonly delivery?: DeliveryProof;
      readonly at: Date;
    };

/** @returns the output of a finished step of a swap that ends after it: what the user has instead */
export function middleAsset(output: StepOutput, firstBlockchain: string): StepOutput {
  const type =
    output.blockchain === firstBlockchain ? 'MIDDLE_ASSET_IN_SRC' : 'MIDDLE_ASSET_IN_DEST';
  return { ...output, type };
}

/** @returns the transaction on the other chain that a final block showed as the delivery of a swap; null without one */
export function confirmedDelivery({ steps }: Pick<Swap<unknown>, 'steps'>): TransactionHash | null {
  const last = steps.at(-1);
  return last?.state === 'done' && last.delivery === 'confirmed' ? last.destinationHash : null;
}

/** A swap as the user confirmed it; `Route` is the exchange's own description. */
export interface Swap<Route> {
  /** The exchange's id of the route, permanently unique. */
  readonly requestId: string;
  readonly userId: string;
  readonly account: PublicAddress;
  readonly fromTokenId: TokenId;
  readonly toTokenId: TokenId;
  readonly amount: BaseUnits;
  /** Base units of the token that is bought; less is never accepted. */
  readonly minimumReceived: BaseUnits;
  /** What is requested from the exchange for each step, so that the minimum is kept. */
  readonly slippageBps: number;
  readonly route: Route;
  readonly steps: readonly SwapStep[];
  readonly status: SwapStatus;
  /** A sentence for the user; null while nothing is wrong. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * If nothing is signed for the first step within this time, which is far longer than the request that signs it can
 * last, the swap is abandoned.
 */
export const FIRST_SIGNATURE_WITHIN_MS = 5 * 60_000;

/** @returns the current step, counted from 1; the last one when the swap has ended. */
export function currentStep({ steps }: Pick<Swap<unknown>, 'steps'>): number {
  const index = steps.findIndex(({ state }) => state !== 'done');
  return index < 0 ? steps.length : index + 1;
}

/** @returns the key under which a step is permanently one operation */
export function stepKey(requestId: string, number: number): string {
  return `swap:${requestId}:${number}`;
}

/** @returns the request id in a key made by `stepKey`; null for any other key */
export function requestOfStepKey(key: string): string | null {
  return /^swap:(.+):\d+$/.exec(key)?.[1] ?? null;
}

/** True when nothing will ever change again. */
export function hasEnded({ status }: Pick<Swap<unknown>, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** True while the user has to be signed in for a signature. */
export function needsSignature(swap: Pick<Swap<unknown>, 'steps' | 'status'>): boolean {
  return !hasEnded(swap) && swap.steps[currentStep(swap) - 1]?.state === 'to-sign';
}

/** Everything that can happen to a swap. */
export type SwapEvent = { readonly at: Date } & (
  | { readonly type: 'sent'; readonly operationId: string; readonly hash: TransactionHash }
  /** The network mined it under another of its fees. */
  | { readonly type: 'hash-changed'; readonly hash: TransactionHash }
  | {
      readonly type: 'step-done';
      readonly output: StepOutput;
      readonly destinationHash: TransactionHash | null;
      /** Only of the last step. */
      readonly delivery?: DeliveryProof;
    }
  /** The exchange reports that the last step delivered, and no final block shows it. */
  | { readonly type: 'delivery-reported' }
  | { readonly type: 'step-failed'; readonly error: string; readonly output: StepOutput | null }
);

/**
 * The state machine of a swap: its steps one after the other, each signed, sent and then done or failed.
 * @returns the swap after the event; throws `IllegalSwapEvent` when its status does not allow the event
 */
export function advanceSwap<Route>(swap: Swap<Route>, event: SwapEvent): Swap<Route> {
  const number = currentStep(swap);
  const step = swap.steps[number - 1];
  if (step === undefined || hasEnded(swap)) throw new IllegalSwapEvent(swap, event);
  const withStep = (next: SwapStep): Swap<Route> => ({
    ...swap,
    steps: swap.steps.with(number - 1, next),
    updatedAt: event.at,
  });
  switch (event.type) {
    case 'sent': {
      if (step.state !== 'to-sign') throw new IllegalSwapEvent(swap, event);
      const { operationId, hash, at } = event;
      return {
        ...withStep({ state: 'sent', operationId, hash, since: at }),
        status: 'in-progress',
      };
    }
    case 'hash-changed':
      if (step.state !== 'sent') throw new IllegalSwapEvent(swap, event);
      return withStep({ ...step, hash: event.hash });
    case 'step-done': {
      if (step.state !== 'sent') throw new IllegalSwapEvent(swap, event);
      const { at, type: _type, ...result } = event;
      const done = withStep({ state: 'done', hash: step.hash, ...result, at });
      if (number === swap.steps.length) return { ...done, status: 'completed' };
      return { ...done, steps: done.steps.with(number, { state: 'to-sign', since: at }) };
    }
    case 'delivery-reported':
      if (step.state !== 'sent' || number < swap.steps.length) {
        throw new IllegalSwapEvent(swap, event);
      }
      return step.reportedAt === undefined ? withStep({ ...step, reportedAt: event.at }) : swap;
    case 'step-failed': {
      if (step.state === 'to-come') throw new IllegalSwapEvent(swap, event);
      const hash = step.state === 'sent' ? step.hash : null;
      const { output, at } = event;
      const failed = withStep({ state: 'failed', hash, destinationHash: null, output, at });
      return { ...failed, status: 'failed', error: event.error };
    }
  }
}

/** An invariant of the state machine was violated: the code has a bug, and the swap stays unchanged. */
export class IllegalSwapEvent extends Error {
  constructor({ requestId, status }: Swap<unknown>, { type }: SwapEvent) {
    super(`Swap ${requestId} is ${status}; "${type}" cannot happen to it. It stays as it was.`);
    this.name = 'IllegalSwapEvent';
  }
}
