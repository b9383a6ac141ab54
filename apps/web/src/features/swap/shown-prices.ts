import type { SwapRoute } from '#wire/exchange/route';
import type { SwapToken } from '#wire/exchange/swap-blockchains';
import type { Coin } from '#wire/wallet/coin';
import type { SwapSide, SwapState } from './swap-flow.ts';

/** US dollars for one token of each side; null when unknown. */
export interface ShownPrices {
  readonly sell: number | null;
  readonly receive: number | null;
}

/**
 * The one price that each token has on the swap screen, so that an amount never has two values. It is ours, which the
 * dashboard shows too, and not the exchange's: a value is there to judge the rate, so it can't come from who offers it.
 * The exchange's is used only for a token that we have no price for.
 * @returns US dollars for one token of each side
 */
export function shownPrices({ form, step }: SwapState, coins: readonly Coin[]): ShownPrices {
  const route = 'found' in step ? step.found.results[0] : undefined;
  const { from, to } = endsOf(route);
  const priceOf = (token: SwapToken | null, offered: number | null) =>
    coins.find(({ id }) => id === token?.id)?.price.price ?? offered ?? token?.usdPrice ?? null;
  return {
    sell: priceOf(form.sell.token, from),
    receive: priceOf(form.receive.token, to),
  };
}

function endsOf(route: SwapRoute | undefined): { from: number | null; to: number | null } {
  return {
    from: route?.swaps[0]?.from.usdPrice ?? null,
    to: route?.swaps.at(-1)?.to.usdPrice ?? null,
  };
}

/** @returns the side with the price that the screen shows */
export function withPrice(side: SwapSide, usdPrice: number | null): SwapSide {
  return side.token === null ? side : { ...side, token: { ...side.token, usdPrice } };
}
