import { createDecipheriv, hash } from 'node:crypto';
import { loadEnginePart } from '../engine-parts.ts';
import { NUMBER_BYTES } from '../prover/plain-numbers.ts';
import type { MultiplyPoint, PointMultiplier, Products } from '../prover/point-multiplier.ts';

/** A note as the engine keeps it; what it needs of a transfer, or of a shield. All is hexadecimal. */
interface Leaf {
  readonly commitmentType?: string;
  readonly ciphertext?: {
    readonly blindedSenderViewingKey: string;
    readonly blindedReceiverViewingKey: string;
    readonly ciphertext: { readonly iv: string; readonly tag: string; readonly data: string[] };
    readonly memo: string;
  };
  readonly shieldKey?: string;
  readonly encryptedBundle?: readonly string[];
}

/** A way to open a note, that is tried with the product of this point. */
interface Trial {
  readonly leaf: number;
  readonly point: Buffer;
  readonly iv: Buffer;
  readonly tag: Buffer;
  readonly content: Buffer;
}

interface EngineWallet {
  getViewingKeyPair(): { readonly privateKey: Uint8Array };
}

type Leaves = readonly (Leaf | null | undefined)[];
type ScanLeaves = (
  this: EngineWallet,
  ...of: readonly [version: string, leaves: Leaves, ...rest: unknown[]]
) => Promise<void>;

interface WalletPart {
  readonly AbstractWallet: { readonly prototype: { scanLeaves: ScanLeaves } };
}

interface ScalarMultiplyPart {
  scalarMultiplyWasmFallbackToJavascript(point: Uint8Array, scalar: bigint): Uint8Array;
}

const MOST_POINTS = 65_536;
const HALF = 16;
const OPTIONS = { authTagLength: HALF };

let ofEngine: ScanLeaves | null = null;

/**
 * Lets the wallets of this process try notes with many products at once. A note that does not open is none of
 * the wallet’s, and the engine takes it for one that is missing; it opens all others itself, as it would without.
 */
export function tryNotesFast(multiplier: Pick<PointMultiplier, 'multiply'>): void {
  const { prototype } = loadEnginePart<WalletPart>('wallet/abstract-wallet.js').AbstractWallet;
  const scanLeaves = ofEngine ?? prototype.scanLeaves;
  ofEngine = scanLeaves;
  prototype.scanLeaves = async function (...[version, leaves, ...rest]) {
    const { privateKey } = this.getViewingKeyPair();
    const left = await withoutOthers(multiplier, privateKey, leaves);
    return scanLeaves.call(this, version, left, ...rest);
  };
}

/** By the engine, which takes long. */
export const multiplySlowly: MultiplyPoint = (scalar, point) => {
  const { scalarMultiplyWasmFallbackToJavascript: multiply } = loadEnginePart<ScalarMultiplyPart>(
    'utils/scalar-multiply.js',
  );
  try {
    return multiply(point, BigInt(`0x${Buffer.from(scalar).reverse().toString('hex')}`));
  } catch {
    return null;
  }
};

/** @returns the leaves, with null for those that this key does not open */
export async function withoutOthers(
  multiplier: Pick<PointMultiplier, 'multiply'>,
  viewingKey: Uint8Array,
  leaves: Leaves,
): Promise<Leaves> {
  const trials: Trial[] = [];
  const isOpen = leaves.map((leaf, index) => {
    const found = leaf ? trialsOf(leaf, index) : [];
    trials.push(...(found ?? []));
    // What is kept in another way, the engine tries.
    return found === null;
  });
  const scalar = scalarOf(viewingKey);
  try {
    for (let done = 0; done < trials.length; done += MOST_POINTS) {
      const some = trials.slice(done, done + MOST_POINTS);
      const points = Buffer.concat(some.map(({ point }) => point));
      const found = await multiplier.multiply(scalar, points);
      if (found === null) return leaves;
      withoutStacks(() => {
        for (const [index, trial] of some.entries()) {
          if (!isOpen[trial.leaf] && opens(trial, found, index)) isOpen[trial.leaf] = true;
        }
      });
    }
  } finally {
    scalar.fill(0);
  }
  return leaves.map((leaf, index) => (isOpen[index] ? leaf : null));
}

/** @returns null for what only the engine knows how to open, or what is not kept as it should be */
function trialsOf(leaf: Leaf, index: number): readonly Trial[] | null {
  try {
    return readTrials(leaf, index);
  } catch {
    return null;
  }
}

function readTrials(
  { commitmentType, ciphertext, shieldKey, encryptedBundle }: Leaf,
  leaf: number,
): readonly Trial[] | null {
  if (commitmentType === 'TransactCommitmentV2' && ciphertext !== undefined) {
    const { iv, tag, data } = ciphertext.ciphertext;
    const content = [...data, ciphertext.memo].map(bytesOf);
    const sealed = { iv: bytesOf(iv), tag: bytesOf(tag), content: Buffer.concat(content) };
    const keys = [ciphertext.blindedSenderViewingKey, ciphertext.blindedReceiverViewingKey];
    return sound(keys.map((key) => ({ leaf, point: bytesOf(key), ...sealed })));
  }
  if (commitmentType === 'ShieldCommitment' && shieldKey !== undefined) {
    const [head, random] = (encryptedBundle ?? []).map(bytesOf);
    if (head === undefined || random === undefined) return null;
    const sealed = {
      iv: head.subarray(0, HALF),
      tag: head.subarray(HALF, NUMBER_BYTES),
      content: random.subarray(0, HALF),
    };
    return sound([{ leaf, point: bytesOf(shieldKey), ...sealed }]);
  }
  return null;
}

function sound(trials: readonly Trial[]): readonly Trial[] | null {
  const isSound = trials.every(
    ({ point, iv, tag }) =>
      point.length === NUMBER_BYTES && iv.length === HALF && tag.length === HALF,
  );
  return isSound ? trials : null;
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.startsWith('0x') ? hex.slice(2) : hex, 'hex');
}

/** Of an Ed25519 key (RFC 8032, section 5.1.5). @returns 32 bytes, little-endian */
function scalarOf(viewingKey: Uint8Array): Buffer {
  const scalar = hash('sha512', viewingKey, 'buffer').subarray(0, NUMBER_BYTES);
  scalar.writeUInt8(scalar.readUInt8(0) & 0xf8, 0);
  scalar.writeUInt8((scalar.readUInt8(NUMBER_BYTES - 1) & 0x7f) | 0x40, NUMBER_BYTES - 1);
  return scalar;
}

/** What does not open throws, and most of the time went to where that happened. */
function withoutStacks(work: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function opens({ iv, tag, content }: Trial, { isPoint, products }: Products, index: number) {
  if (isPoint[index] !== 1) return false;
  const product = products.subarray(index * NUMBER_BYTES, (index + 1) * NUMBER_BYTES);
  const key = hash('sha256', product, 'buffer');
  const decipher = createDecipheriv('aes-256-gcm', key, iv, OPTIONS).setAuthTag(tag);
  decipher.update(content);
  try {
    decipher.final();
    return true;
  } catch {
    return false;
  }
}
