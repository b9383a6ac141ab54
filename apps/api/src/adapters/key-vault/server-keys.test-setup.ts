import { randomBytes } from 'node:crypto';
import type { ServerKeys } from './peppers.ts';

/** @returns a pepper under the ID of a first one, and no other */
export function newServerKeys(): ServerKeys {
  return { pepper: randomBytes(32), pepperId: 'pepper-1', otherPeppers: new Map() };
}

/** @returns what a server has after its pepper was replaced, while the earlier one still opens */
export function withNewPepper({ pepper, pepperId, otherPeppers }: ServerKeys): ServerKeys {
  return {
    pepper: randomBytes(32),
    pepperId: `${pepperId}0`,
    otherPeppers: new Map([...otherPeppers, [pepperId, pepper]]),
  };
}
