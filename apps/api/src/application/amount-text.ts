import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { Network } from '#domain/network/network';
import type { TokenId } from '#domain/token/token';

/** @returns how to show base units of a token, as in `1,204.5 USDC`; null for a token that no network has */
export function amountTextOf(
  networks: readonly Network[],
  tokenId: TokenId | undefined,
): ((units: bigint) => string) | null {
  const token = networks.flatMap(({ tokens }) => tokens).find(({ id }) => id === tokenId);
  if (token === undefined) return null;
  const { decimals, symbol } = token;
  return (units) => `${groupThousands(baseUnitsToDisplay(units, decimals))} ${symbol}`;
}
