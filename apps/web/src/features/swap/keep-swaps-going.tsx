import { useSwapHistory } from './api/swap-history.ts';

/** Draws nothing: while a user is signed in, the steps of their swaps are signed on whatever page they are. */
export default function KeepSwapsGoing() {
  useSwapHistory(true);
  return null;
}
