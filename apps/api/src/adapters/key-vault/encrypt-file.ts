import { createCipheriv, randomBytes, randomUUID, scrypt } from 'node:crypto';
import { mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { keccak256 } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import type { RevealedKeys } from '../../ports/key-vault.ts';
import { wiping } from './seal.ts';
import { createWorkQueue } from './work-queue.ts';

const SCRYPT = { N: 131_072, r: 8, p: 1 } as const;
/** 128 MiB for the work itself, and a little more. */
const MAX_MEMORY = 160 * 1024 * 1024;
const KEY_BYTES = 64;
const MOST_WAITING = 8;
const PATH = "m/44'/60'/0'/0/0";

/** Encrypts wallets one after the other: each takes 128 MiB for half a second. */
export function createFileEncryption(): (keys: RevealedKeys, password: string) => Promise<string> {
  const inOrder = createWorkQueue(1, MOST_WAITING);
  return (keys, password) => inOrder(() => encryptFile(keys, password));
}

/**
 * @returns Web3 Secret Storage version 3 as JSON, which other wallets import; the phrase is in the part that
 * ethers reads
 */
async function encryptFile(
  { phrase, privateKey }: RevealedKeys,
  password: string,
): Promise<string> {
  const salt = randomBytes(32);
  const derived = await derive(password.normalize('NFKC'), salt);
  return wiping(derived, (key) => {
    const iv = randomBytes(16);
    const secret = Buffer.from(privateKey.slice(2), 'hex');
    const ciphertext = wiping(secret, (bytes) =>
      encrypt('aes-128-ctr', { key: key.subarray(0, 16), iv }, bytes),
    );
    const mac = keccak256(Buffer.concat([key.subarray(16, 32), ciphertext])).slice(2);
    const counter = randomBytes(16);
    const entropy = Buffer.from(mnemonicToEntropy(phrase, wordlist));
    const words = wiping(entropy, (bytes) =>
      encrypt('aes-256-ctr', { key: key.subarray(32), iv: counter }, bytes),
    );
    const { N, r, p } = SCRYPT;
    return JSON.stringify({
      version: 3,
      id: randomUUID(),
      address: privateKeyToAddress(privateKey).slice(2).toLowerCase(),
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: iv.toString('hex') },
        ciphertext: ciphertext.toString('hex'),
        kdf: 'scrypt',
        kdfparams: { salt: salt.toString('hex'), n: N, dklen: 32, p, r },
        mac,
      },
      'x-ethers': {
        client: 'kax',
        version: '0.1',
        path: PATH,
        locale: 'en',
        mnemonicCounter: counter.toString('hex'),
        mnemonicCiphertext: words.toString('hex'),
      },
    });
  });
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((done, failed) => {
    scrypt(password, salt, KEY_BYTES, { ...SCRYPT, maxmem: MAX_MEMORY }, (error, key) =>
      error === null ? done(key) : failed(error),
    );
  });
}

function encrypt(
  name: string,
  { key, iv }: { readonly key: Uint8Array; readonly iv: Uint8Array },
  plain: Uint8Array,
): Buffer {
  const cipher = createCipheriv(name, key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}
