import type { Socket } from 'node:net';
import { copySecret } from '../../ports/copy-secret.ts';

/** More than any message has. */
const MOST_BYTES = 65_536;
const LENGTHS_BYTES = 8;
const DATA_KEY_BYTES = 32;

/** A message between the server and the process with the recovery key. */
export interface Message {
  readonly json: unknown;
  /** Apart from the JSON, which is text and cannot be overwritten. */
  readonly dataKey: Uint8Array | null;
}

/** @returns a message as one frame: the lengths of JSON and data key, and both; overwrite it when it was written. */
export function toFrame({ json, dataKey }: Message): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  const keyBytes = dataKey?.length ?? 0;
  // A short one of V8's own heap would be copied, see `copySecret`.
  const frame = Buffer.from(new ArrayBuffer(LENGTHS_BYTES + text.length + keyBytes));
  frame.writeUInt32BE(text.length, 0);
  frame.writeUInt32BE(keyBytes, 4);
  frame.set(text, LENGTHS_BYTES);
  if (dataKey !== null) frame.set(dataKey, LENGTHS_BYTES + text.length);
  return frame;
}

/**
 * Reads one frame. Rejects when the connection ends before it, it is too long, more follows it, or it is no message;
 * the error quotes nothing of it.
 */
export async function readFrame(socket: Socket): Promise<Message> {
  let read = Buffer.alloc(0);
  try {
    for await (const chunk of socket.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Buffer>) {
      const more = Buffer.concat([read, chunk]);
      read.fill(0);
      chunk.fill(0);
      read = more;
      if (hasWholeFrame(read)) return messageIn(read);
    }
  } finally {
    read.fill(0);
  }
  throw new Error('A connection ended within a message.');
}

function hasWholeFrame(read: Buffer): boolean {
  if (read.length < LENGTHS_BYTES) return false;
  const { keyBytes, frameBytes } = lengthsIn(read);
  if (frameBytes > MOST_BYTES) throw new Error(`A message has ${frameBytes} bytes.`);
  if (keyBytes !== 0 && keyBytes !== DATA_KEY_BYTES) {
    throw new Error(`A data key has ${keyBytes} bytes.`);
  }
  if (read.length > frameBytes) throw new Error('More than one message was sent.');
  return read.length === frameBytes;
}

function messageIn(frame: Buffer): Message {
  const { keyBytes, frameBytes } = lengthsIn(frame);
  const keyBegins = frameBytes - keyBytes;
  const json = parseJson(frame.toString('utf8', LENGTHS_BYTES, keyBegins));
  return { json, dataKey: keyBytes === 0 ? null : copySecret(frame.subarray(keyBegins)) };
}

/** The error of `JSON.parse` quotes the text, in which codes may be. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('A message is not JSON.');
  }
}

function lengthsIn(read: Buffer): { readonly keyBytes: number; readonly frameBytes: number } {
  const keyBytes = read.readUInt32BE(4);
  return { keyBytes, frameBytes: LENGTHS_BYTES + read.readUInt32BE(0) + keyBytes };
}
