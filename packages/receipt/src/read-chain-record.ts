import * as z from 'zod/mini';
import { type AbiWords, placeFrom, readAbiWords } from './abi-words.ts';
import type { ChainRecord, ReadChainRecord, RecordedToken } from './chain-record.ts';
import { REQUEST_IDS } from './record-requests.ts';

const quantity = z.string().check(z.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i));
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i));
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i));
const bytes = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i));

const responses = z.array(
  z.object({ id: z.number(), result: z.optional(z.unknown()), error: z.optional(z.unknown()) }),
);

const transaction = z.object({
  hash,
  blockHash: hash,
  from: address,
  to: z.nullable(address),
  value: quantity,
});

const transactionReceipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  status: quantity,
  logs: z.array(z.object({ address, topics: z.array(hash), data: bytes })),
});

const block = z.object({ hash, number: quantity, timestamp: quantity });

/**
 * Reads a node's responses to `recordRequests`.
 * @param given the array of responses of JSON-RPC 2.0, in any order
 */
export function readChainRecord(given: unknown): ReadChainRecord {
  const read = responses.safeParse(given);
  if (!read.success) return { ok: false, problem: 'unreadable' };
  const byId = new Map(read.data.map((response) => [response.id, response]));
  if (byId.size !== read.data.length) return { ok: false, problem: 'unreadable' };
  const required = [
    REQUEST_IDS.chain,
    REQUEST_IDS.transaction,
    REQUEST_IDS.receipt,
    REQUEST_IDS.block,
  ].map((id) => byId.get(id));
  if (required.some((response) => response?.error !== undefined)) {
    return { ok: false, problem: 'refused' };
  }
  const [chainId, sent, done, around] = required.map((response) => response?.result);
  if (sent === null || done === null) return { ok: false, problem: 'unknown-transaction' };
  if (around === null) return { ok: false, problem: 'inconsistent' };
  const parts = z
    .object({ chainId: quantity, sent: transaction, done: transactionReceipt, around: block })
    .safeParse({ chainId, sent, done, around });
  if (!parts.success) return { ok: false, problem: 'unreadable' };
  if (!isOneTransaction(parts.data)) return { ok: false, problem: 'inconsistent' };
  const token = tokenOf(
    byId.get(REQUEST_IDS.decimals)?.result,
    byId.get(REQUEST_IDS.symbol)?.result,
  );
  return { ok: true, record: recordOf(parts.data, token) };
}

interface Parts {
  readonly chainId: string;
  readonly sent: z.output<typeof transaction>;
  readonly done: z.output<typeof transactionReceipt>;
  readonly around: z.output<typeof block>;
}

function isOneTransaction({ sent, done, around }: Parts): boolean {
  return (
    isSame(sent.hash, done.transactionHash) &&
    isSame(sent.blockHash, done.blockHash) &&
    isSame(around.hash, done.blockHash) &&
    BigInt(around.number) === BigInt(done.blockNumber)
  );
}

function recordOf(
  { chainId, sent, done, around }: Parts,
  token: RecordedToken | null,
): ChainRecord {
  return {
    chainId: numberOf(chainId),
    hash: sent.hash.toLowerCase(),
    blockNumber: numberOf(done.blockNumber),
    at: new Date(numberOf(around.timestamp) * 1_000),
    isSuccess: BigInt(done.status) === 1n,
    from: sent.from.toLowerCase(),
    to: sent.to?.toLowerCase() ?? null,
    value: BigInt(sent.value),
    logs: done.logs.map((log) => ({
      address: log.address.toLowerCase(),
      topics: log.topics.map((topic) => topic.toLowerCase()),
      data: log.data.toLowerCase(),
    })),
    token,
  };
}

/** An id, a block's number or a time, all of them far below where numbers lose digits. */
function numberOf(hex: string): number {
  return Number.parseInt(hex, 16);
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function tokenOf(decimals: unknown, symbol: unknown): RecordedToken | null {
  if (typeof decimals !== 'string' || typeof symbol !== 'string') return null;
  const units = readAbiWords(decimals);
  const name = readAbiWords(symbol);
  const digits = units?.count === 1 ? units.small(0) : null;
  if (digits === null || digits > 255 || name === null) return null;
  const text = textOf(name, symbol);
  return text === null ? null : { decimals: digits, symbol: text };
}

/** A string, or the 32 bytes padded with zeros that some early tokens have in its place. */
function textOf(words: AbiWords, hex: string): string | null {
  const digits = hex.slice(2);
  if (words.count === 1) return utf8Of(digits.slice(0, 64).replace(/(?:00)+$/, ''));
  const place = placeFrom(words, 0, 0);
  const length = place === null ? null : words.small(place);
  if (place === null || length === null) return null;
  const text = digits.slice((place + 1) * 64, (place + 1) * 64 + length * 2);
  return text.length === length * 2 ? utf8Of(text) : null;
}

function utf8Of(hex: string): string | null {
  const codes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(codes));
  } catch {
    return null;
  }
}
