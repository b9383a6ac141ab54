import type { SwapFlaw } from './swap-server.ts';

/** Signs a step without looking at its swap again, which may have ended while the step was prepared. */
export const signWithoutSwap: SwapFlaw = {
  operations: (operations) => ({
    ...operations,
    signNext: ({ swapStep: _ignored, ...request }, sign, leaseMs) =>
      operations.signNext(request, sign, leaseMs),
  }),
};

/** Takes an allowance as its own, although another open step is about to use it up. */
export const shareAllowances: SwapFlaw = {
  operations: (operations) => ({ ...operations, listOpen: async () => [] }),
};

/** Does not read what a call promises to deliver. */
export const signUnread: SwapFlaw = { node: (node) => ({ ...node, termsOf: () => null }) };
