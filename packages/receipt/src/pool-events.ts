import { type AbiWords, addressOf, placeFrom, readAbiWords, wordHex } from './abi-words.ts';
import type { RecordedLog } from './chain-record.ts';

/** `Transact(uint256,uint256,bytes32[],(bytes32[4],bytes32,bytes32,bytes,bytes)[])` of RAILGUN V2. */
export const TRANSACT_TOPIC = '0x56a618cda1e34057b7f849a5792f6c8587a2dbe11c83d0254e72cb3daffda7d1';
/** `Unshield(address,(uint8,address,uint256),uint256,uint256)` of RAILGUN V2. */
export const UNSHIELD_TOPIC = '0xd93cf895c7d5b2cd7dc7a098b678b3089f37d91f48d9b83a0800a91cbdf05284';

/** A note as the pool recorded it: its content is in its hash alone. */
export interface RecordedNote {
  readonly tree: number;
  readonly position: number;
  readonly commitment: bigint;
  /** 32 bytes each, `0x…` in lower case. */
  readonly blindedSenderViewingKey: string;
  readonly blindedReceiverViewingKey: string;
}

/** A payment out of the pool, after its fee. */
export interface RecordedUnshield {
  /** Both `0x…` in lower case. */
  readonly to: string;
  readonly token: string;
  readonly amount: bigint;
}

/** A note's ciphertext comes in four words before the two blinded keys. */
const KEYS_AT = 4;
/** An ERC-20 token, in the pool's terms. */
const ERC20 = 0n;

/** @returns the notes that each contract recorded, by its address; what isn't laid out as the pool does is left out */
export function recordedNotes(
  logs: readonly RecordedLog[],
): ReadonlyMap<string, readonly RecordedNote[]> {
  return byContract(logs, TRANSACT_TOPIC, notesOf);
}

/** @returns the payments to public addresses that each contract recorded, by its address; ERC-20 tokens only */
export function recordedUnshields(
  logs: readonly RecordedLog[],
): ReadonlyMap<string, readonly RecordedUnshield[]> {
  return byContract(logs, UNSHIELD_TOPIC, unshieldOf);
}

function byContract<Item>(
  logs: readonly RecordedLog[],
  topic: string,
  read: (words: AbiWords) => readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, readonly Item[]>();
  for (const { address, topics, data } of logs) {
    if (topics.length !== 1 || topics[0] !== topic) continue;
    const words = readAbiWords(data);
    if (words !== null) found.set(address, [...(found.get(address) ?? []), ...read(words)]);
  }
  return found;
}

function notesOf(words: AbiWords): readonly RecordedNote[] {
  const [tree, start] = [words.small(0), words.small(1)];
  const [hashes, ciphertexts] = [placeFrom(words, 0, 2), placeFrom(words, 0, 3)];
  if (tree === null || start === null || hashes === null || ciphertexts === null) return [];
  const count = words.small(hashes);
  if (count === null || count >= words.count || count !== words.small(ciphertexts)) return [];
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const commitment = words.at(hashes + 1 + index);
    const place = placeFrom(words, ciphertexts + 1, ciphertexts + 1 + index);
    const sender = place === null ? null : words.at(place + KEYS_AT);
    const receiver = place === null ? null : words.at(place + KEYS_AT + 1);
    if (commitment === null || sender === null || receiver === null) return [];
    return {
      tree,
      position: start + index,
      commitment,
      blindedSenderViewingKey: wordHex(sender),
      blindedReceiverViewingKey: wordHex(receiver),
    };
  });
}

function unshieldOf(words: AbiWords): readonly RecordedUnshield[] {
  const [to, token, amount] = [addressOf(words.at(0)), addressOf(words.at(2)), words.at(4)];
  const isErc20 = words.at(1) === ERC20 && words.at(3) === 0n;
  return isErc20 && to !== null && token !== null && amount !== null ? [{ to, token, amount }] : [];
}
