import { type Refusal, refuse } from '../../../application/call.ts';
import { ExchangeUnavailable } from '../../../ports/exchange-aggregator.ts';
import { ChainUnavailable } from '../../../ports/public-chain.ts';

/** @returns what `work` returns; a refusal when the exchange or a chain does not respond */
export async function whenReachable<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ExchangeUnavailable) return refuse('exchange-unavailable');
    if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
    throw cause;
  }
}
