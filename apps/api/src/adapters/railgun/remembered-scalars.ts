import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Makes the key that two people share out of one's private key and the other's public point; undefined for no point. */
export type ShareKey = (
  privateKey: Uint8Array,
  point: Uint8Array,
) => Promise<Uint8Array | undefined>;

/** The parts of the engine that a shared key is made of; its `exports` hide them. */
export interface SharingParts {
  readonly keys: {
    getSharedSymmetricKey: ShareKey;
    readonly getPrivateScalarFromPrivateKey: (privateKey: Uint8Array) => Promise<bigint>;
  };
  readonly curve: {
    readonly scalarMultiplyWasmFallbackToJavascript: (
      point: Uint8Array,
      scalar: bigint,
    ) => Uint8Array;
  };
}

let isAdapted = false;

/**
 * Teaches the engine of this process to derive the scalar of a viewing key once, where it derives it anew for every
 * note that it tries to open. What it finds is the same. A scalar is forgotten with the key that it belongs to.
 */
export function adaptEngineToRememberScalars(): void {
  if (isAdapted) return;
  isAdapted = true;
  const parts = loadSharingParts();
  parts.keys.getSharedSymmetricKey = createShareKey(parts);
}

/** @returns what answers as the engine's own does, and remembers the scalars of the keys it was given. */
export function createShareKey({ keys, curve }: SharingParts): ShareKey {
  const scalarByKey = new WeakMap<Uint8Array, Promise<bigint>>();

  function scalarOf(privateKey: Uint8Array): Promise<bigint> {
    const known = scalarByKey.get(privateKey);
    if (known !== undefined) return known;
    const derived = keys.getPrivateScalarFromPrivateKey(privateKey);
    scalarByKey.set(privateKey, derived);
    return derived;
  }

  return async (privateKey, point) => {
    try {
      const scalar = await scalarOf(privateKey);
      const shared = curve.scalarMultiplyWasmFallbackToJavascript(point, scalar);
      return new Uint8Array(createHash('sha256').update(shared).digest());
    } catch {
      // Anyone may write what is no point of the curve into a note; then there is no key.
      return undefined;
    }
  };
}

/** @returns the parts as the engine uses them. */
export function loadSharingParts(): SharingParts {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('@railgun-community/engine'));
  return {
    keys: require(join(root, 'utils/keys-utils.js')),
    curve: require(join(root, 'utils/scalar-multiply.js')),
  };
}
