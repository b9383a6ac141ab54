import { continueSwaps } from '#wire/exchange/continue-swaps';
import { callApi } from '../../../lib/api-client.ts';

/** Lets the steps be signed that wait for their user; that nothing came of it shows in the history. */
export async function letSwapsContinue(): Promise<void> {
  await callApi(continueSwaps, { isBackground: true });
}
