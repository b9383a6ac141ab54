import type { PublicAddress } from '#domain/address/address';
import { baseUnitsToDisplay, DECIMALS_SHOWN, rescale } from '#domain/amount/base-units-to-display';
import { feeCeiling } from '#domain/operation/fee-ladder';
import type { ContractCalls } from '../../../ports/contract-calls.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { OfferedRoute } from '../../../ports/swaps.ts';
import { findListedToken, type ListedToken, type TokenListing } from '../listing/token-list.ts';

export interface GasElsewherePorts {
  /** Both by chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'balances'>>;
  readonly calls: ReadonlyMap<number, Pick<ContractCalls, 'presentFees'>>;
}

/** Gas to reserve for a later step and its approval, which cannot be simulated yet, units of gas. */
const LATER_STEP_GAS = 500_000n;

/**
 * Checks whether the wallet can pay for a route's steps on other chains than the first, before anything is signed: no
 * one else pays for them.
 * @returns a sentence about what is missing; null when nothing is. Rejects with `ChainUnavailable`.
 */
export async function gasMissingElsewhere(
  ports: GasElsewherePorts,
  listing: TokenListing,
  { route: { swaps }, account }: Pick<OfferedRoute, 'route' | 'account'>,
): Promise<string | null> {
  const home = swaps[0]?.from.blockchain;
  const starts = swaps.flatMap(({ from }) => findListedToken(listing, from) ?? []);
  const away = starts.filter(({ view }) => view.blockchain !== home);
  const byChainId = Map.groupBy(away, ({ network }) => network.chainId);
  for (const there of byChainId.values()) {
    const missing = await missingOn(ports, there, account);
    if (missing !== null) return missing;
  }
  return null;
}

async function missingOn(
  { chains, calls }: GasElsewherePorts,
  starts: readonly ListedToken[],
  account: PublicAddress,
): Promise<string | null> {
  const [network] = starts.map((start) => start.network);
  const native = network?.tokens[0];
  const chain = chains.get(network?.chainId ?? 0);
  const price = await calls.get(network?.chainId ?? 0)?.presentFees();
  if (!network || !native || !chain || !price) throw new Error('A listed token is on a chain.');
  const { units } = await chain.balances(account, [native]);
  const [balance = 0n] = units;
  const needed = feeCeiling(LATER_STEP_GAS * BigInt(starts.length), price.fees);
  if (balance >= needed) return null;
  const text = (units: bigint, rounding: 'up' | 'down') => {
    const shown = rescale(units, { from: native.decimals, to: DECIMALS_SHOWN.fee, rounding });
    return `${baseUnitsToDisplay(shown, DECIMALS_SHOWN.fee)} ${native.symbol}`;
  };
  return `You need ${text(needed, 'up')} on ${network.name} for the network fee of a later step, and you have ${text(balance, 'down')}. Choose another route or add ${native.symbol} first.`;
}
