import { continueSwaps } from '#wire/exchange/continue-swaps';
import { callApi } from '../../../lib/api-client.ts';

/** Asks the server to sign swap steps that are waiting for the user. Errors are ignored; the history shows the result. */
export async function letSwapsContinue(): Promise<void> {
  await callApi(continueSwaps, { isBackground: true });
}
