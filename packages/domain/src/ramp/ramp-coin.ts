import type { BaseUnits } from '../amount/base-units.ts';
import { rescale } from '../amount/base-units-to-display.ts';
import type { Network } from '../network/network.ts';
import type { Token } from '../token/token.ts';
import type { RampSide } from './ramp-order.ts';

const NETWORK = 'polygon';
const SYMBOL = 'USDC';

/** @returns what the payment partner trades, and on which network; null on a server without it */
export function findRampCoin(
  networks: readonly Network[],
): { readonly network: Network; readonly token: Token } | null {
  const network = networks.find(({ slug }) => slug === NETWORK);
  const token = network?.tokens.find(({ symbol }) => symbol === SYMBOL);
  return network === undefined || token === undefined ? null : { network, token };
}

/**
 * Reads an amount from the partner, which may have more decimals than the token: what has to be paid is rounded up,
 * what is received is rounded down.
 * @returns base units
 */
export function rampUnits(text: string, side: RampSide, { decimals }: Token): BaseUnits {
  const [whole = '', fraction = ''] = text.split('.');
  const rounding = side === 'SELL' ? 'up' : 'down';
  return rescale(BigInt(whole + fraction), { from: fraction.length, to: decimals, rounding });
}
