import type { NetworkName } from '@railgun-community/shared-models';
import { callBoundParts } from './call-bound-parts.ts';
import { callNativeParts } from './call-native-parts.ts';
import type { CallParts, PrivateTransaction } from './private-transaction-calls.ts';

/** @returns what calls the parts of a payment of this kind */
export function callPartsOf(
  networkName: NetworkName,
  { kind, recipient }: Pick<PrivateTransaction, 'kind' | 'recipient'>,
): CallParts {
  return (parts, of) =>
    kind === 'unshield-native'
      ? callNativeParts({ networkName, recipient }, parts, of)
      : callBoundParts(networkName, parts, of);
}
