import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useEffect, useReducer, useRef } from 'react';
import { slippagePercent } from '#domain/swap/slippage';
import type { SwapRoute } from '#wire/exchange/route';
import type { Coin } from '#wire/wallet/coin';
import { reasonOf } from '../../lib/api-result.ts';
import { ownDecimalMark } from '../../money-form/own-notation.ts';
import { makeSwap } from './api/swap.ts';
import { useSwapBlockchains } from './api/swap-blockchains.ts';
import { SWAP_HISTORY_KEY, useSwapHistory } from './api/swap-history.ts';
import { findSwapRoutes } from './api/swap-routes.ts';
import { fallbackPair } from './fallback-pair.ts';
import { keepDraft, readDraft } from './swap-draft.ts';
import {
  isRunning,
  mayHaveStarted,
  SWAP_FAILED,
  type SwapEvent,
  type SwapForm,
  type SwapState,
  swapFlow,
} from './swap-flow.ts';
import { useStepInUrl } from './use-step-in-url.ts';
import { readSellAmount, validateSwap } from './validate-swap.ts';

export interface SwapModel {
  readonly state: SwapState;
  readonly dispatch: Dispatch<SwapEvent>;
  /** The wallet's coin to sell; null until known. */
  readonly coin: Coin | null;
  readonly listFailure: string | null;
  readonly reloadList: () => void;
  readonly findRoutes: () => void;
  readonly refreshRoutes: () => void;
  readonly selectRoute: (route: SwapRoute) => void;
  readonly confirm: () => void;
  readonly reset: () => void;
}

/** The state and actions of the swap screen, without the UI: flow, route search, swap request and progress. */
export function useSwap(coins: readonly Coin[], userId: string): SwapModel {
  const [state, dispatch] = useReducer(swapFlow, userId, readDraft);
  useEffect(() => keepDraft(userId, state), [userId, state]);
  useStepInUrl(state.step, dispatch);
  const list = useSwapBlockchains('');
  const blockchains = list.data;
  const isUnlisted = list.isError ? blockchains === undefined : blockchains?.length === 0;
  useEffect(() => {
    if (isUnlisted) dispatch({ type: 'unlisted', pair: fallbackPair(coins) });
    else if (blockchains) dispatch({ type: 'listed', blockchains });
  }, [blockchains, isUnlisted, coins]);
  const coin = coins.find(({ id }) => id === state.form.sell.token?.id) ?? null;
  const search = useRouteSearch(state.form, dispatch);
  useFollow(state, dispatch);
  const confirm = useConfirm({ state, userId, dispatch, search });

  function findRoutes() {
    const problem = validateSwap(state.form, coin, ownDecimalMark());
    if (problem !== null) dispatch({ type: 'search-refused', error: problem });
    else void search(false);
  }

  return {
    state,
    dispatch,
    coin,
    listFailure: blockchains === undefined ? (list.error?.message ?? null) : null,
    reloadList: () => void list.refetch(),
    findRoutes,
    refreshRoutes: useCallback(() => void search(true), [search]),
    selectRoute: (route) => dispatch({ type: 'route-selected', route, key: crypto.randomUUID() }),
    confirm,
    reset: () => {
      dispatch({ type: 'reset', blockchains: blockchains ?? [] });
      if (isUnlisted) dispatch({ type: 'unlisted', pair: fallbackPair(coins) });
    },
  };
}

type Search = (isBackground: boolean) => Promise<void>;

/** Searches for routes; only the response to the latest request counts. */
function useRouteSearch(form: SwapForm, dispatch: Dispatch<SwapEvent>): Search {
  const requests = useRef(0);
  // Any input invalidates a search in progress.
  const { sell, receive, amount, slippageBps } = form;
  const requested = [sell.token?.id, receive.token?.id, amount, slippageBps].join(' ');
  const latest = useRef(requested);
  latest.current = requested;
  return useCallback(
    async (isBackground) => {
      const { token: from } = sell;
      const { token: to } = receive;
      const typed = readSellAmount({ amount, sell }, ownDecimalMark());
      if (from === null || to === null || !typed.ok) return;
      requests.current += 1;
      const mine = requests.current;
      dispatch({ type: 'search-began' });
      const slippage = slippagePercent(slippageBps);
      const result = await findSwapRoutes(
        { from: sideOf(from), to: sideOf(to), amount: typed.display, slippage },
        { isBackground },
      );
      if (mine !== requests.current || latest.current !== requested) return;
      if (!result.ok) dispatch({ type: 'search-failed', error: result.error.message });
      else dispatch({ type: 'routes-found', found: result.data, key: crypto.randomUUID() });
    },
    [sell, receive, amount, slippageBps, requested, dispatch],
  );
}

function sideOf({
  blockchain,
  address,
  symbol,
}: {
  blockchain: string;
  address: string | null;
  symbol: string;
}) {
  return { blockchain, address, symbol };
}

interface Confirmation {
  readonly state: SwapState;
  readonly userId: string;
  readonly dispatch: Dispatch<SwapEvent>;
  readonly search: Search;
}

function useConfirm({ state, userId, dispatch, search }: Confirmation) {
  const client = useQueryClient();
  return async () => {
    const { step, form } = state;
    if (step.at !== 'ConfirmSwap' || isRunning(step)) return;
    // Before the request, so that its key survives whatever happens to this page.
    keepDraft(userId, swapFlow(state, { type: 'confirm-began' }));
    dispatch({ type: 'confirm-began' });
    const slippage = slippagePercent(form.slippageBps);
    const result = await makeSwap({ route: step.route, slippage, key: step.key });
    if (result.ok) {
      dispatch({ type: 'swap-taken', swap: result.data });
      await client.invalidateQueries({ queryKey: SWAP_HISTORY_KEY });
      return;
    }
    const { code, status } = result.error;
    // Only a deliberate refusal means that nothing was started; otherwise a retry uses the same key.
    const isUnknown = status === null || status === 401 || UNCLEAR_CODES.has(code);
    const message = isUnknown ? result.error.message : (reasonOf(result.error) ?? SWAP_FAILED);
    dispatch({ type: 'swap-failed', message, isUnknown });
    if (STALE_CODES.has(code)) await search(true);
  };
}

/** The server failed midway, or something before it responded in its place. */
const UNCLEAR_CODES: ReadonlySet<string> = new Set(['internal', 'unexpected']);

/** Errors that mean the quote is no longer valid; a new one may be. */
const STALE_CODES: ReadonlySet<string> = new Set([
  'route-expired',
  'route-changed',
  'rate-changed',
]);

/** While a swap is in progress, or may be, takes its latest state from the history. */
function useFollow({ step }: SwapState, dispatch: Dispatch<SwapEvent>) {
  const isSwapping =
    step.at === 'ConfirmSwap' && (step.attempt.at === 'swapping' || mayHaveStarted(step.attempt));
  const { data } = useSwapHistory(isSwapping);
  const requestId = step.at === 'ConfirmSwap' ? step.route.requestId : null;
  const swap = data?.pages.flatMap((page) => page.data).find((one) => one.requestId === requestId);
  useEffect(() => {
    if (isSwapping && swap) dispatch({ type: 'swap-seen', swap });
  }, [isSwapping, swap, dispatch]);
}
