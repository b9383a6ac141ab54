import { DEFAULT_SLIPPAGE_BPS, type SlippageBps } from '#domain/swap/slippage';
import { t, translated } from '#language/t';
import type { SwapRoute } from '#wire/exchange/route';
import type { SwapBlockchain, SwapToken } from '#wire/exchange/swap-blockchains';
import type { SwapView } from '#wire/exchange/swap-view';
import type { FoundRoutes } from './api/swap-routes.ts';

export type SideName = 'sell' | 'receive';

/** One side of the pair; a token is null until it is chosen. */
export interface SwapSide {
  readonly blockchain: SwapBlockchain | null;
  readonly token: SwapToken | null;
}

export interface SwapForm {
  readonly sell: SwapSide;
  readonly receive: SwapSide;
  /** As typed. */
  readonly amount: string;
  readonly slippageBps: SlippageBps;
}

/** The result of the last confirmation. */
export type SwapAttempt =
  | { readonly at: 'idle' }
  | { readonly at: 'sending' }
  | {
      readonly at: 'failed';
      readonly message: string;
      /** It is unknown whether the swap started, so it may only be retried under the same key. */
      readonly isUnknown: boolean;
      /** The swap started and then failed. The error stays visible next to a newer quote. */
      readonly hasFailedOnChain: boolean;
    }
  /** The swap was accepted and is in progress. */
  | { readonly at: 'swapping'; readonly swap: SwapView };

/** The steps of §2 Swap, each with its data. */
export type SwapStep =
  | {
      readonly at: 'SelectSwapPair';
      readonly search: 'idle' | 'finding' | 'none';
      /** The error, shown in red; null when there is none. */
      readonly error: string | null;
      /** The exchange's minimum amount for this pair, if it named one. */
      readonly minimumAmount: string | null;
      /** Why there are no routes, if known. */
      readonly diagnosis: string | null;
    }
  | { readonly at: 'ShowRoute'; readonly found: FoundRoutes; readonly isRefreshing: boolean }
  | {
      readonly at: 'ConfirmSwap';
      readonly found: FoundRoutes;
      readonly route: SwapRoute;
      /** Created when this step opens, so that the same swap is never started twice. */
      readonly key: string;
      readonly attempt: SwapAttempt;
      /** The output amount before the rate changed; null if it has not changed. */
      readonly changedFrom: string | null;
      readonly isRefreshing: boolean;
    }
  | { readonly at: 'SwapSuccess'; readonly swap: SwapView };

type ConfirmStep = Extract<SwapStep, { at: 'ConfirmSwap' }>;

interface UnsettledSwap {
  readonly form: SwapForm;
  readonly step: ConfirmStep;
}

export interface SwapState {
  readonly form: SwapForm;
  readonly step: SwapStep;
  /** A swap that may have started, whose step was left, with its form; null when there is none. */
  readonly unsettled: UnsettledSwap | null;
  /** The pair is the fallback used without a list; the list's default pair replaces it. */
  readonly isFallback: boolean;
}

export type SwapEvent =
  | { readonly type: 'listed'; readonly blockchains: readonly SwapBlockchain[] }
  /** The list is unavailable or empty. */
  | { readonly type: 'unlisted'; readonly pair: Pick<SwapForm, 'sell' | 'receive'> }
  | {
      readonly type: 'blockchain-chosen';
      readonly side: SideName;
      readonly blockchain: SwapBlockchain;
    }
  | { readonly type: 'token-chosen'; readonly side: SideName; readonly token: SwapToken }
  | { readonly type: 'amount-typed'; readonly text: string }
  | { readonly type: 'sides-flipped' }
  | { readonly type: 'slippage-chosen'; readonly slippageBps: SlippageBps }
  | { readonly type: 'search-refused'; readonly error: string }
  | { readonly type: 'search-began' }
  | { readonly type: 'routes-found'; readonly found: FoundRoutes; readonly key: string }
  | { readonly type: 'search-failed'; readonly error: string }
  | { readonly type: 'route-selected'; readonly route: SwapRoute; readonly key: string }
  | { readonly type: 'confirm-began' }
  | { readonly type: 'swap-taken'; readonly swap: SwapView }
  | { readonly type: 'swap-seen'; readonly swap: SwapView }
  | {
      readonly type: 'swap-failed';
      readonly message: string;
      readonly isUnknown: boolean;
    }
  | { readonly type: 'went-back' }
  /** Returns to the step of the unsettled swap. */
  | { readonly type: 'returned' }
  | { readonly type: 'reset'; readonly blockchains: readonly SwapBlockchain[] };

const NO_SIDE: SwapSide = { blockchain: null, token: null };
const AT_PAIR: Extract<SwapStep, { at: 'SelectSwapPair' }> = {
  at: 'SelectSwapPair',
  search: 'idle',
  error: null,
  minimumAmount: null,
  diagnosis: null,
};

export const EMPTY_SWAP: SwapState = {
  form: { sell: NO_SIDE, receive: NO_SIDE, amount: '', slippageBps: DEFAULT_SLIPPAGE_BPS },
  step: AT_PAIR,
  unsettled: null,
  isFallback: false,
};

/** The label of the main button in each step that has one (§2); a route is chosen by its own button. */
export const LABEL_BY_STEP = {
  SelectSwapPair: t('Find Route'),
  ConfirmSwap: t('Confirm'),
  SwapSuccess: t('Swap Successful'),
} as const;

/** Reducer of the swap flow (§4). Ignores events of other steps. */
export function swapFlow(state: SwapState, event: SwapEvent): SwapState {
  if (event.type === 'reset') {
    const { slippageBps } = state.form;
    const empty = { ...EMPTY_SWAP, form: { ...EMPTY_SWAP.form, slippageBps } };
    return withDefaultPair(empty, event.blockchains, '0');
  }
  if (isRunning(state.step)) return whileRunning(state, event);
  if (event.type === 'listed' || event.type === 'unlisted') return withList(state, event);
  if (event.type === 'returned') {
    return state.unsettled ? { ...state, ...state.unsettled, unsettled: null } : state;
  }
  const form = changeForm(state.form, event);
  // Any change to the form invalidates the routes that were found.
  const hasChanged = form !== state.form;
  const step = hasChanged ? afterChange(state.step) : moveOn(state.step, event);
  if (step === state.step) return state;
  const isFallback = state.isFallback && !hasChanged;
  return { form, step, unsettled: unsettledAfter(state, step), isFallback };
}

/** A swap that may have started is not forgotten when its step is left. */
function unsettledAfter({ form, step, unsettled }: SwapState, next: SwapStep) {
  const isUnknown = step.at === 'ConfirmSwap' && mayHaveStarted(step.attempt);
  return isUnknown && next.at === 'SelectSwapPair' ? { form, step } : unsettled;
}

/** True while the confirmation request or the swap it started is in progress; the user can't leave the step then. */
export function isRunning(step: SwapStep): boolean {
  return (
    step.at === 'ConfirmSwap' && (step.attempt.at === 'sending' || step.attempt.at === 'swapping')
  );
}

function changeForm(form: SwapForm, event: SwapEvent): SwapForm {
  switch (event.type) {
    case 'blockchain-chosen': {
      const { side, blockchain } = event;
      if (form[side].blockchain?.name === blockchain.name) return form;
      return { ...form, [side]: { blockchain, token: null } };
    }
    case 'token-chosen': {
      const { side, token } = event;
      return { ...form, [side]: { ...form[side], token } };
    }
    case 'amount-typed':
      return { ...form, amount: event.text };
    case 'sides-flipped':
      return { ...form, sell: form.receive, receive: form.sell };
    case 'slippage-chosen':
      return { ...form, slippageBps: event.slippageBps };
    default:
      return form;
  }
}

function afterChange(step: SwapStep): SwapStep {
  const known = step.at === 'SelectSwapPair' ? step.minimumAmount : null;
  return { ...AT_PAIR, minimumAmount: known };
}

function moveOn(step: SwapStep, event: SwapEvent): SwapStep {
  switch (event.type) {
    case 'search-refused':
      return { ...AT_PAIR, error: event.error };
    case 'search-began':
      if (step.at === 'SelectSwapPair') return { ...AT_PAIR, search: 'finding' };
      return step.at === 'SwapSuccess' ? step : { ...step, isRefreshing: true };
    case 'search-failed':
      if (step.at === 'SelectSwapPair') {
        return step.search === 'finding' ? { ...AT_PAIR, error: event.error } : step;
      }
      return step.at === 'SwapSuccess' ? step : { ...step, isRefreshing: false };
    case 'routes-found':
      return takeRoutes(step, event.found, event.key);
    case 'route-selected':
      if (step.at !== 'ShowRoute') return step;
      return confirmStep({
        found: step.found,
        route: event.route,
        key: event.key,
        changedFrom: null,
      });
    case 'confirm-began':
      return step.at === 'ConfirmSwap' ? { ...step, attempt: { at: 'sending' } } : step;
    case 'swap-seen':
      return step.at === 'ConfirmSwap' && mayHaveStarted(step.attempt)
        ? takeSwap(step, event)
        : step;
    case 'went-back':
      return step.at === 'SwapSuccess' ? step : AT_PAIR;
    default:
      return step;
  }
}

function takeRoutes(step: SwapStep, found: FoundRoutes, key: string): SwapStep {
  // The routes were left while they were being refreshed.
  if (step.at === 'SelectSwapPair' && step.search !== 'finding') return step;
  const { minimumAmount, diagnosis } = found;
  const none: SwapStep = { ...AT_PAIR, search: 'none', minimumAmount, diagnosis };
  if (found.results.length === 0) return step.at === 'SwapSuccess' ? step : none;
  if (step.at === 'SelectSwapPair' || step.at === 'ShowRoute') {
    return { at: 'ShowRoute', found, isRefreshing: false };
  }
  if (step.at !== 'ConfirmSwap' || mayHaveStarted(step.attempt)) return step;
  const same = found.results.find((route) => pathOf(route) === pathOf(step.route));
  if (same === undefined) return { at: 'ShowRoute', found, isRefreshing: false };
  const before = step.changedFrom ?? step.route.outputAmount;
  const hasChanged = same.outputAmount !== before;
  const changedFrom = hasChanged ? before : null;
  const fresh = confirmStep({ found, route: same, key, changedFrom });
  const { attempt } = step;
  return attempt.at === 'failed' && attempt.hasFailedOnChain ? { ...fresh, attempt } : fresh;
}

/** True while a swap may have started: a new quote would then start a second one. */
export function mayHaveStarted(attempt: SwapAttempt): boolean {
  return attempt.at === 'failed' && attempt.isUnknown;
}

function confirmStep(
  quote: Pick<ConfirmStep, 'found' | 'route' | 'key' | 'changedFrom'>,
): ConfirmStep {
  return { at: 'ConfirmSwap', ...quote, attempt: { at: 'idle' }, isRefreshing: false };
}

function whileRunning(state: SwapState, event: SwapEvent): SwapState {
  const { step } = state;
  if (step.at !== 'ConfirmSwap') return state;
  const attempted = (attempt: SwapAttempt) => ({ ...state, step: { ...step, attempt } });
  switch (event.type) {
    case 'swap-taken':
    case 'swap-seen':
      return { ...state, step: takeSwap(step, event) };
    case 'swap-failed':
      return attempted({
        at: 'failed',
        message: event.message,
        isUnknown: event.isUnknown,
        hasFailedOnChain: false,
      });
    default:
      return state;
  }
}

type SwapReport = Extract<SwapEvent, { type: 'swap-taken' | 'swap-seen' }>;

/** @returns the step with the latest state of its swap */
function takeSwap(step: ConfirmStep, { type, swap }: SwapReport): SwapStep {
  if (type === 'swap-seen' && swap.requestId !== step.route.requestId) return step;
  if (swap.status === 'completed') return { at: 'SwapSuccess', swap };
  if (swap.status !== 'failed') return { ...step, attempt: { at: 'swapping', swap } };
  const message = swap.error === null ? SWAP_FAILED : translated(swap.error);
  const attempt = { at: 'failed', message, isUnknown: false, hasFailedOnChain: true } as const;
  return { ...step, attempt };
}

/** The fallback when no reason is known (§8). */
export const SWAP_FAILED = t('Swap failed. Please try again.');

function pathOf({ swaps }: SwapRoute): string {
  return swaps.map(({ swapperId }) => swapperId).join(' ');
}

/** Applies the list or the fallback, unless the pair already comes from a list or from the user. */
function withList(
  state: SwapState,
  event: Extract<SwapEvent, { type: 'listed' | 'unlisted' }>,
): SwapState {
  if (state.form.sell.blockchain !== null && !state.isFallback) return state;
  const { amount } = state.form;
  if (event.type === 'listed') return withDefaultPair(state, event.blockchains, amount);
  return { ...state, form: { ...state.form, ...event.pair }, isFallback: true };
}

/** The first listed chain and token to the second (§9). */
function withDefaultPair(
  state: SwapState,
  blockchains: readonly SwapBlockchain[],
  amount: string,
): SwapState {
  const sideOf = (blockchain: SwapBlockchain | undefined): SwapSide => ({
    blockchain: blockchain ?? null,
    token: blockchain?.coins[0] ?? null,
  });
  const [first, second] = blockchains;
  const form = { ...state.form, sell: sideOf(first), receive: sideOf(second), amount };
  return { ...state, form, step: AT_PAIR, isFallback: false };
}
