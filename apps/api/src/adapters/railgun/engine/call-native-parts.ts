import type { NetworkName } from '@railgun-community/shared-models';
import { generateUnshieldBaseToken } from '@railgun-community/wallet';
import type { CallOf, ProvedParts } from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** @returns the call of the contract that unwraps the coin, to which the notes leave and each proof is bound */
export function callNativeParts(
  { networkName, recipient }: { readonly networkName: NetworkName; readonly recipient: string },
  parts: ProvedParts,
  { random, isUnpaid, isEstimate }: CallOf,
): ReturnType<typeof generateUnshieldBaseToken> {
  return generateUnshieldBaseToken(
    ...([TXID_VERSION, parts, networkName, recipient, random, isEstimate, isUnpaid] as const),
  );
}
