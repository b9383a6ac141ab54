import { addressOf, readAbiWords } from './abi-words.ts';
import type { RecordedLog } from './chain-record.ts';

/** `Transfer(address,address,uint256)` of ERC-20. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What a token's contract says it moved. */
export interface RecordedTransfer {
  /** Both `0x…` in lower case. */
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** @returns what the contract of an ERC-20 token recorded; other tokens' events have another shape */
export function recordedTransfers(
  logs: readonly RecordedLog[],
  token: string,
): readonly RecordedTransfer[] {
  return logs.flatMap(({ address, topics, data }) => {
    const [topic, from, to] = topics;
    if (address !== token || topic !== TRANSFER_TOPIC || topics.length !== 3) return [];
    const sides = [from, to].map((side) => addressOf(side === undefined ? null : BigInt(side)));
    const words = readAbiWords(data);
    const amount = words?.count === 1 ? words.at(0) : null;
    const [sender, recipient] = sides;
    if (!sender || !recipient || amount === null) return [];
    return { from: sender, to: recipient, amount };
  });
}

/** @returns what moved from one address to another */
export function sumMoved(transfers: readonly RecordedTransfer[], from: string, to: string): bigint {
  return transfers
    .filter((transfer) => transfer.from === from && transfer.to === to)
    .reduce((total, { amount }) => total + amount, 0n);
}
