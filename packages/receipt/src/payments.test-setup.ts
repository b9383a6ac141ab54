import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/curves/utils.js';
import { encodeAbiParameters, keccak256, parseAbiParameters, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { blindedViewingKey, commitmentOf } from '#pool/notes';
import { FIELD_ORDER } from '#pool/poseidon-constants';
import type { Receipt } from '#wire/wallet/receipt';
import type { ChainRecord, RecordedLog } from './chain-record.ts';
import { TRANSACT_TOPIC, UNSHIELD_TOPIC } from './pool-events.ts';
import { receiptText, type UnsignedReceipt } from './receipt-text.ts';
import { TRANSFER_TOPIC } from './token-transfers.ts';

export const CHAIN_ID = 31337;
export const POOL = '0x1111111111111111111111111111111111111111';
export const TOKEN = '0x2222222222222222222222222222222222222222';
const HASH = keccak256('0x01');
const AT = new Date('2026-11-22T12:31:00.000Z');
export const VISIBLE = `0x${'0'.repeat(30)}`;

/** A wallet whose keys a test knows. */
export interface TestWallet {
  readonly masterPublicKey: bigint;
  readonly viewingKey: Uint8Array;
  readonly viewingPublicKey: Uint8Array;
  readonly privateAddress: string;
  readonly account: ReturnType<typeof privateKeyToAccount>;
}

export type OpenedNote = Extract<Receipt['proof'], { notes: unknown }>['notes'][number];

/** @returns a wallet with keys of its own, unless a test gives some */
export function newWallet(over: Partial<TestWallet> = {}): TestWallet {
  const masterPublicKey = over.masterPublicKey ?? BigInt(toHex(randomBytes(40))) % FIELD_ORDER;
  const viewingKey = over.viewingKey ?? randomBytes(32);
  const viewingPublicKey = over.viewingPublicKey ?? ed25519.getPublicKey(viewingKey);
  return {
    ...{ masterPublicKey, viewingKey, viewingPublicKey },
    privateAddress: encodePrivateAddress({ masterPublicKey, viewingPublicKey }),
    account: over.account ?? privateKeyToAccount(generatePrivateKey()),
  };
}

/** @returns the address of any keys on all networks, also of those that no wallet has */
export function encodePrivateAddress({
  masterPublicKey,
  viewingPublicKey,
}: Pick<TestWallet, 'masterPublicKey' | 'viewingPublicKey'>): string {
  const networks = Buffer.from('railgun\0').map((mask) => mask ^ 0xff);
  const master = Buffer.from(masterPublicKey.toString(16).padStart(64, '0'), 'hex');
  return encodeBech32m(Buffer.concat([Buffer.of(1), master, networks, viewingPublicKey]));
}

/** BIP-350, with the prefix of private addresses. */
function encodeBech32m(bytes: Uint8Array): string {
  const characters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = (bits.match(/.{1,5}/g) ?? []).map((five) =>
    Number.parseInt(five.padEnd(5, '0'), 2),
  );
  const codes = Array.from('0zk', (character) => character.charCodeAt(0));
  const prefix = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  let sum = 1;
  for (const value of [...prefix, ...words, 0, 0, 0, 0, 0, 0]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  sum = (sum ^ 0x2bc830a3) >>> 0;
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `0zk1${[...words, ...check].map((word) => characters[word]).join('')}`;
}

/** @returns what a node reports of a transaction with these events */
export function recordOf(over: Partial<ChainRecord> = {}): ChainRecord {
  return {
    ...{ chainId: CHAIN_ID, hash: HASH, blockNumber: 77, at: AT, isSuccess: true },
    ...{ from: '0x3333333333333333333333333333333333333333', to: POOL, value: 0n, logs: [] },
    token: { decimals: 6, symbol: 'USDC' },
    ...over,
  };
}

export interface NotePlan {
  readonly to: TestWallet;
  readonly value: bigint;
  /** Whose viewing key the transaction has as the sender's; whoever makes it chooses. */
  readonly recordedSender: TestWallet;
  readonly isSenderVisible?: boolean;
  readonly token?: string;
}

/** @returns the event of a pool that recorded these notes, and what opens each */
export function transact(
  plans: readonly NotePlan[],
  { pool = POOL, tree = 0, start = 10 } = {},
): { readonly log: RecordedLog; readonly notes: readonly OpenedNote[] } {
  const notes = plans.map(({ value, isSenderVisible = false }, index) => ({
    ...{ tree, position: start + index, value: value.toString() },
    random: toHex(randomBytes(16)),
    senderRandom: isSenderVisible ? VISIBLE : toHex(randomBytes(15)),
  }));
  const commitments = plans.map(({ to, value, token = TOKEN }, index) => {
    const { random } = notes[index] as (typeof notes)[number];
    return commitmentOf({ masterPublicKey: to.masterPublicKey, random, token, value }) ?? 0n;
  });
  const ciphertexts = plans.map(({ to, recordedSender }, index) => {
    const randoms = notes[index] as (typeof notes)[number];
    const keyOf = (wallet: TestWallet) =>
      blindedViewingKey(wallet.viewingPublicKey, randoms) as `0x${string}`;
    const word = toHex(randomBytes(32));
    return {
      ciphertext: [word, word, word, word] as const,
      blindedSenderViewingKey: keyOf(recordedSender),
      blindedReceiverViewingKey: keyOf(to),
      annotationData: toHex(randomBytes(62)),
      memo: toHex(randomBytes(index * 17)),
    };
  });
  const data = encodeAbiParameters(
    parseAbiParameters([
      'uint256, uint256, bytes32[], Ciphertext[]',
      'struct Ciphertext { bytes32[4] ciphertext; bytes32 blindedSenderViewingKey; bytes32 blindedReceiverViewingKey; bytes annotationData; bytes memo; }',
    ]),
    [
      BigInt(tree),
      BigInt(start),
      commitments.map((hash) => toHex(hash, { size: 32 })),
      ciphertexts,
    ],
  );
  return { log: { address: pool, topics: [TRANSACT_TOPIC], data }, notes };
}

/** @returns the event of a pool that paid a public address */
export function unshieldLog(
  to: string,
  amount: bigint,
  { pool = POOL, token = TOKEN } = {},
): RecordedLog {
  const data = encodeAbiParameters(
    parseAbiParameters([
      'address, Token, uint256, uint256',
      'struct Token { uint8 kind; address token; uint256 sub; }',
    ]),
    [
      to as `0x${string}`,
      { kind: 0, token: token as `0x${string}`, sub: 0n },
      amount,
      amount / 400n,
    ],
  );
  return { address: pool, topics: [UNSHIELD_TOPIC], data };
}

/** @returns the event of a token's contract */
export function transferLog(
  from: string,
  to: string,
  amount: bigint,
  token: string = TOKEN,
): RecordedLog {
  const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return {
    address: token,
    topics: [TRANSFER_TOPIC, topic(from), topic(to)],
    data: toHex(amount, { size: 32 }),
  };
}

/** @returns a receipt of 40 USDC, as a test changes it */
export function unsigned(over: Partial<UnsignedReceipt>): UnsignedReceipt {
  return {
    ...{ format: 'kax-receipt', version: 1, chainId: CHAIN_ID, chain: 'Local' },
    ...{ transactionHash: HASH, blockNumber: 77, at: AT.toISOString() },
    token: { symbol: 'USDC', decimals: 6, address: TOKEN },
    amount: '40000000',
    ...{ from: null, to: newWallet().privateAddress },
    stated: { fromName: 'Alice', toName: null, message: null },
    proof: { kind: 'public-transfer' },
    issuer: 'sender',
    issuedAt: '2026-11-23T08:00:00.000Z',
    ...over,
  };
}

/** @returns the receipt with the signature of a wallet's viewing key */
export function signedPrivately(receipt: UnsignedReceipt, by: TestWallet): Receipt {
  const signature = ed25519.sign(Buffer.from(receiptText(receipt)), by.viewingKey);
  return { ...receipt, signature: `0x${bytesToHex(signature)}` };
}

/** @returns the receipt with the signature of a wallet's public address */
export async function signedPublicly(receipt: UnsignedReceipt, by: TestWallet): Promise<Receipt> {
  return { ...receipt, signature: await by.account.signMessage({ message: receiptText(receipt) }) };
}
