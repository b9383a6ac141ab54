import type { BaseUnits } from '#domain/amount/base-units';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import type { Token } from '#domain/token/token';
import type { SwapChecks } from '../../ports/swap-checks.ts';
import type { StoredSwap } from '../../ports/swaps.ts';

/**
 * What goes into a step: what the one before it gave, by the chain's own word and never by the exchange's alone.
 * The chain does not tell of a native coin that a contract paid; of that no more is taken than was quoted.
 * @returns base units; null when the exchange names more than there can be. Rejects with `ChainUnavailable`.
 */
export async function stepInput(
  checks: SwapChecks,
  swap: StoredSwap,
  number: number,
  token: Token,
): Promise<BaseUnits | null> {
  if (number === 1) return swap.amount;
  const before = swap.steps[number - 2];
  if (before?.state !== 'done' || before.output === null || before.hash === null) return null;
  const reported = displayToBaseUnits(before.output.amount, token.decimals);
  if (!reported.ok) return null;
  const most =
    token.address === null
      ? quotedInput(swap, number, token)
      : await checks.receivedIn(before.hash, token.address, swap.account);
  return reported.units > 0n && reported.units <= most ? reported.units : null;
}

function quotedInput({ route }: StoredSwap, number: number, token: Token): BaseUnits {
  const quoted = displayToBaseUnits(route.swaps[number - 1]?.fromAmount ?? '', token.decimals);
  return quoted.ok ? quoted.units : (0n as BaseUnits);
}
