import type { PublicAddress, TransactionHash } from '../address/address.ts';
import type { BaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';

/** Where a swap stands, in the words of its history (specification §4). */
export const SWAP_STATUSES = [
  'initiated',
  'pending',
  'in-progress',
  'completed',
  'failed',
] as const;

export type SwapStatus = (typeof SWAP_STATUSES)[number];

/** What a wallet has after a step, in the exchange's words for where that is. */
export const OUTPUT_TYPES = [
  'REVERTED_TO_INPUT',
  'MIDDLE_ASSET_IN_SRC',
  'MIDDLE_ASSET_IN_DEST',
  'DESIRED_OUTPUT',
] as const;

export type OutputType = (typeof OUTPUT_TYPES)[number];

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
  /** Its person has to be there for its signature. */
  | { readonly state: 'to-sign'; readonly since: Date }
  | {
      readonly state: 'sent';
      readonly operationId: string;
      readonly hash: TransactionHash;
      readonly since: Date;
    }
  | {
      readonly state: 'done' | 'failed';
      /** Null when nothing was sent for it. */
      readonly hash: TransactionHash | null;
      readonly destinationHash: TransactionHash | null;
      /** Null when the wallet has what it had before the step. */
      readonly output: StepOutput | null;
      readonly at: Date;
    };

/** @returns the output of a finished step of a swap that ends after it: what its person has instead */
export function middleAsset(output: StepOutput, firstBlockchain: string): StepOutput {
  const type =
    output.blockchain === firstBlockchain ? 'MIDDLE_ASSET_IN_SRC' : 'MIDDLE_ASSET_IN_DEST';
  return { ...output, type };
}

/** A swap as its person confirmed it; `Route` is the exchange's own description. */
export interface Swap<Route> {
  /** The exchange's number of the route, unique for ever. */
  readonly requestId: string;
  readonly userId: string;
  readonly account: PublicAddress;
  readonly fromTokenId: TokenId;
  readonly toTokenId: TokenId;
  readonly amount: BaseUnits;
  /** Base units of the token that is wanted; less is never taken for it. */
  readonly minimumReceived: BaseUnits;
  /** What is asked of the exchange for each step, so that the minimum is kept. */
  readonly slippageBps: number;
  readonly route: Route;
  readonly steps: readonly SwapStep[];
  readonly status: SwapStatus;
  /** A sentence for its person; null while nothing is wrong. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Nothing was signed for the first step within this time, which is far longer than the request that signs it can
 * live: nobody means it any more.
 */
export const FIRST_SIGNATURE_WITHIN_MS = 5 * 60_000;

/** @returns the step that is under way, counted from 1; the last one when the swap has ended. */
export function currentStep({ steps }: Pick<Swap<unknown>, 'steps'>): number {
  const index = steps.findIndex(({ state }) => state !== 'done');
  return index < 0 ? steps.length : index + 1;
}

/** @returns the key under which a step is one operation for ever */
export function stepKey(requestId: string, number: number): string {
  return `swap:${requestId}:${number}`;
}

/** @returns the request id that a key of `stepKey` was made of; null for any other key */
export function requestOfStepKey(key: string): string | null {
  return /^swap:(.+):\d+$/.exec(key)?.[1] ?? null;
}

/** True when nothing will ever change again. */
export function hasEnded({ status }: Pick<Swap<unknown>, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** True while its person has to be there for a signature. */
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
    }
  | { readonly type: 'step-failed'; readonly error: string; readonly output: StepOutput | null }
);

/**
 * The state machine of a swap: its steps one after the other, each signed, sent and then done or failed.
 * @returns the swap after the event; throws `IllegalSwapEvent` when it cannot happen to it
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
      const { output, destinationHash, at } = event;
      const done = withStep({ state: 'done', hash: step.hash, destinationHash, output, at });
      if (number === swap.steps.length) return { ...done, status: 'completed' };
      return { ...done, steps: done.steps.with(number, { state: 'to-sign', since: at }) };
    }
    case 'step-failed': {
      if (step.state === 'to-come') throw new IllegalSwapEvent(swap, event);
      const hash = step.state === 'sent' ? step.hash : null;
      const { output, at } = event;
      const failed = withStep({ state: 'failed', hash, destinationHash: null, output, at });
      return { ...failed, status: 'failed', error: event.error };
    }
  }
}

/** A promise of the state machine was broken: the code has a bug, and the swap stays as it was. */
export class IllegalSwapEvent extends Error {
  constructor({ requestId, status }: Swap<unknown>, { type }: SwapEvent) {
    super(`Swap ${requestId} is ${status}; "${type}" cannot happen to it. It stays as it was.`);
    this.name = 'IllegalSwapEvent';
  }
}
