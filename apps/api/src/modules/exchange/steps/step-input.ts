import { type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import type { Token } from '#domain/token/token';
import type { SwapChecks } from '../../../ports/swap-checks.ts';
import type { StoredSwap } from '../../../ports/swaps.ts';
import type { StepPlan } from './step-plan.ts';

/**
 * The input of a step: the output of the one before it, verified on the chain and never taken from the exchange alone.
 * The chain does not show native coins that a contract paid; of those, at most the quoted amount is used. For what
 * arrived from another chain, the exchange names the transaction, so it is also limited to the quote plus the
 * slippage.
 * @param checks of the chain on which the step is made
 * @returns base units; null when the exchange reports more than is possible. Rejects with `ChainUnavailable`.
 */
export async function stepInput(
  checks: SwapChecks,
  step: Pick<StepPlan, 'swap' | 'number' | 'token'>,
): Promise<BaseUnits | null> {
  const { swap, number, token } = step;
  if (number === 1) return swap.amount;
  const before = swap.steps[number - 2];
  if (before?.state !== 'done' || before.output === null) return null;
  const hop = swap.route.swaps[number - 2];
  const isCrossChain = hop?.from.blockchain !== hop?.to.blockchain;
  const hash = isCrossChain ? before.destinationHash : before.hash;
  const reported = displayToBaseUnits(before.output.amount, token.decimals);
  if (!reported.ok || hash === null) return null;
  const quoted = quotedInput(swap, number, token);
  const most =
    token.address === null ? quoted : await checks.receivedIn(hash, token.address, swap.account);
  const isTooMuch = isCrossChain && reported.units > withSlippage(quoted, swap.slippageBps);
  return reported.units > 0n && reported.units <= most && !isTooMuch ? reported.units : null;
}

function withSlippage(units: bigint, slippageBps: number): bigint {
  return (units * BigInt(10_000 + slippageBps)) / 10_000n;
}

function quotedInput({ route }: StoredSwap, number: number, token: Token): BaseUnits {
  const quoted = displayToBaseUnits(route.swaps[number - 1]?.fromAmount ?? '', token.decimals);
  return quoted.ok ? quoted.units : ZERO_UNITS;
}
