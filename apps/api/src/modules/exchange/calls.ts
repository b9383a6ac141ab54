import { continueSwaps } from '#wire/exchange/continue-swaps';
import { swap } from '#wire/exchange/swap';
import { swapBlockchains } from '#wire/exchange/swap-blockchains';
import { swapCoin } from '#wire/exchange/swap-coin';
import { swapCoinHistory } from '#wire/exchange/swap-coin-history';
import { swapHistory } from '#wire/exchange/swap-history';
import { swapRoutes } from '#wire/exchange/swap-routes';
import { swapTokens } from '#wire/exchange/swap-tokens';
import { type ServedCall, serve } from '../../application/call.ts';
import { type ContinueSwapsPorts, createContinueSwaps } from './continue-swaps.ts';
import { createSwap, type SwapPorts } from './swap.ts';
import { createSwapBlockchains, type SwapBlockchainsPorts } from './swap-blockchains.ts';
import { createSwapCoin, type SwapCoinPorts } from './swap-coin.ts';
import { createSwapCoinHistory, type SwapCoinHistoryPorts } from './swap-coin-history.ts';
import { createSwapHistory, type SwapHistoryPorts } from './swap-history.ts';
import { createSwapRoutes, type SwapRoutesPorts } from './swap-routes.ts';
import { createSwapTokens, type SwapTokensPorts } from './swap-tokens.ts';

/** What the calls of this module need. */
export type ExchangePorts = SwapBlockchainsPorts &
  SwapTokensPorts &
  SwapRoutesPorts &
  SwapPorts &
  ContinueSwapsPorts &
  SwapHistoryPorts &
  SwapCoinPorts &
  SwapCoinHistoryPorts;

/** @returns the calls of this module with their handlers */
export function calls(ports: ExchangePorts): readonly ServedCall[] {
  return [
    serve(swapBlockchains, createSwapBlockchains(ports)),
    serve(swapTokens, createSwapTokens(ports)),
    serve(swapRoutes, createSwapRoutes(ports)),
    serve(swap, createSwap(ports)),
    serve(continueSwaps, createContinueSwaps(ports)),
    serve(swapHistory, createSwapHistory(ports)),
    serve(swapCoin, createSwapCoin(ports)),
    serve(swapCoinHistory, createSwapCoinHistory(ports)),
  ];
}
