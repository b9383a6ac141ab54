import { toBaseUnits } from '#domain/amount/base-units';
import { SOLVER } from './swap-places.ts';
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
  isShared: () => false,
  operations: (operations) => ({ ...operations, listOpen: async () => [] }),
};

/** Reads which steps are about to use an allowance before it has the account's lock, and not again under it. */
export const readAllowancesEarly: SwapFlaw = { isShared: () => false };

/** Does not read what a call promises to deliver. */
export const signUnread: SwapFlaw = { node: (node) => ({ ...node, termsOf: () => null }) };

/** Takes the exchange's word for what a transaction on the other chain paid, without reading it. */
export function believeExchange(): SwapFlaw {
  const said = new Map<string, bigint>();
  return {
    exchange: (exchange) => ({
      ...exchange,
      checkStatus: async (step) => {
        const verdict = await exchange.checkStatus(step);
        if (verdict.kind === 'running') return verdict;
        const { destinationHash, outputAmount } = verdict;
        if (destinationHash !== null) said.set(destinationHash, BigInt(outputAmount ?? 0));
        return verdict;
      },
    }),
    node: (node) => ({
      ...node,
      finalPayment: async (hash, token, account) => {
        const units = said.get(hash);
        if (units === undefined) return node.finalPayment(hash, token, account);
        return { units: toBaseUnits(units), at: new Date(8.64e15), sender: SOLVER };
      },
    }),
  };
}
