import { useSwapHistory } from './api/swap-history.ts';

/** Renders nothing. Keeps polling swaps while the user is signed in, so that their steps are signed on any page. */
export default function SwapPoller() {
  useSwapHistory(true);
  return null;
}
