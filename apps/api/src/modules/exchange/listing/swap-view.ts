import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { slippagePercent } from '#domain/swap/slippage';
import { currentStep, needsSignature, type SwapStep } from '#domain/swap/swap';
import type { SwapProgressStep, SwapView } from '#wire/exchange/swap-view';
import type { StoredSwap } from '../../../ports/swaps.ts';

/** @returns a swap in its wire format */
export function swapView(swap: StoredSwap): SwapView {
  const { route, steps } = swap;
  const [first, last] = [route.swaps[0], route.swaps.at(-1)];
  if (first === undefined || last === undefined) {
    throw new Error(`Swap ${swap.requestId} was stored without steps.`);
  }
  const progress = route.swaps.map(({ swapperId }, index) =>
    progressOf(steps[index] ?? { state: 'to-come' }, index + 1, swapperId),
  );
  const arrived = swap.status === 'completed' ? progress.at(-1)?.output?.amount : undefined;
  const failed = steps.find(({ state }) => state === 'failed');
  return {
    requestId: swap.requestId,
    status: swap.status,
    currentStep: currentStep(swap),
    swaps: [...route.swaps],
    outputAmount: arrived ?? route.outputAmount,
    swapProgress: JSON.stringify(progress),
    progress,
    error: swap.error,
    isRefunded: failed?.state === 'failed' && failed.output?.type === 'REVERTED_TO_INPUT',
    isPartial: failed !== undefined && steps.indexOf(failed) > 0,
    needsSignature: needsSignature(swap),
    amount: baseUnitsToDisplay(swap.amount, first.from.decimals),
    minimumReceived: baseUnitsToDisplay(swap.minimumReceived, last.to.decimals),
    slippage: slippagePercent(swap.slippageBps),
    account: swap.account,
    createdAt: swap.createdAt.toISOString(),
    updatedAt: swap.updatedAt.toISOString(),
  };
}

function deliveryOf(step: SwapStep): SwapProgressStep['delivery'] {
  if (step.state === 'sent') return step.reportedAt === undefined ? null : 'checking';
  return step.state === 'done' ? (step.delivery ?? null) : null;
}

function progressOf(step: SwapStep, number: number, swapperId: string): SwapProgressStep {
  const ended = step.state === 'done' || step.state === 'failed';
  return {
    step: number,
    swapperId,
    state: step.state,
    operationId: step.state === 'sent' ? step.operationId : null,
    txId: step.state === 'sent' || ended ? step.hash : null,
    destTx: ended ? step.destinationHash : null,
    delivery: deliveryOf(step),
    output: ended ? step.output : null,
  };
}
