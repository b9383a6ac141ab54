import type * as z from 'zod/mini';
import type { PublicAddress } from '#domain/address/address';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import type { receiptLog } from './rpc-values.ts';
import { toChecksumAddress } from './to-checksum-address.ts';

/** keccak256 of `Transfer(address,address,uint256)` (ERC-20). */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Characters of `0x` and one 32-byte word. */
const WORD_LENGTH = 66;

/** A transfer of a token in a receipt. */
export interface TokenTransfer {
  readonly from: PublicAddress;
  readonly to: PublicAddress;
  /** Base units of the token. */
  readonly units: BaseUnits;
}

/**
 * Reads an event as an ERC-20 transfer of one token. Others with the same name (ERC-721) have four topics.
 * @returns null for an event of another contract, or of another kind.
 */
export function tokenTransferOf(
  { address, topics, data }: z.output<typeof receiptLog>,
  token: string,
): TokenTransfer | null {
  const [event, from, to, ...rest]: readonly (string | undefined)[] = topics;
  if (address.toLowerCase() !== token.toLowerCase() || event?.toLowerCase() !== TRANSFER)
    return null;
  if (from?.length !== WORD_LENGTH || to?.length !== WORD_LENGTH || rest.length > 0) return null;
  if (data.length !== WORD_LENGTH) return null;
  return { from: addressIn(from), to: addressIn(to), units: toBaseUnits(BigInt(data)) };
}

/** The last 20 of the 32 bytes of a topic. */
function addressIn(topic: string): PublicAddress {
  return toChecksumAddress(`0x${topic.slice(-40)}`);
}
