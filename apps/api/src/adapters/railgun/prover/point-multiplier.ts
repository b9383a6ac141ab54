import type { Alarm } from './alarm.ts';
import { type NativeProgram, ProgramFailed, startNativeProgram } from './native-program.ts';
import { NUMBER_BYTES } from './plain-numbers.ts';

/** Points of Edwards25519, each times the same number. */
export interface Products {
  /** 1 for each point, and 0 for what is none. */
  readonly isPoint: Uint8Array;
  /** 32 bytes of each. */
  readonly products: Uint8Array;
}

/** Multiplies many points by one number. */
export interface PointMultiplier {
  /**
   * @param scalar 32 bytes, little-endian
   * @param points 32 bytes of each, compressed as in RFC 8032; from 1 to 65,536
   * @returns null while there is no program that can be trusted
   */
  multiply(scalar: Uint8Array, points: Uint8Array): Promise<Products | null>;
  stop(): void;
}

/** Slow, and known to be right. @returns null for what is no point */
export type MultiplyPoint = (scalar: Uint8Array, point: Uint8Array) => Uint8Array | null;

/** One in so many products is compared with the slow one, which takes as long as a hundred others. */
const CHECKED_EVERY = 256;
const COUNT_BYTES = 4;
/** What a wrong product hid, no later scan looks at again. */
const WRONG =
  'The native multiplication was wrong and is not used again. Notes may be missing: empty SHIELDED_DIR.';

/**
 * A program that ends is started again; after a wrong product, none is.
 * @param options.file of the program; null while there is none
 */
export function createPointMultiplier(options: {
  readonly file: () => string | null;
  readonly multiplySlowly: MultiplyPoint;
  readonly report: Alarm;
}): PointMultiplier {
  const { multiplySlowly, report } = options;
  let program: NativeProgram | null = null;
  let isTrusted = true;
  let unchecked = CHECKED_EVERY;
  let checks = 0;
  /** One request after the other. */
  let last: Promise<unknown> = Promise.resolve();

  function startedProgram(): NativeProgram | null {
    const file = isTrusted ? options.file() : null;
    if (file === null) return null;
    if (!program?.isRunning()) program = startNativeProgram(file, ['points']);
    return program;
  }

  async function request(scalar: Uint8Array, points: Uint8Array): Promise<Products | null> {
    const running = startedProgram();
    if (running === null) return null;
    await running.ready();
    const count = points.length / NUMBER_BYTES;
    const head = Buffer.alloc(COUNT_BYTES);
    head.writeUInt32LE(count);
    for (const part of [head, scalar, points]) running.write(part);
    const isPoint = await running.read(count);
    const products = await running.read(count * NUMBER_BYTES);
    return { isPoint, products };
  }

  function isRight(scalar: Uint8Array, points: Uint8Array, found: Products): boolean {
    const count = found.isPoint.length;
    unchecked += count;
    if (unchecked < CHECKED_EVERY) return true;
    // Each time another one, so that no lane is left out.
    const index = checks % count;
    checks += 1;
    unchecked = 0;
    const of = (all: Uint8Array) => all.subarray(index * NUMBER_BYTES).subarray(0, NUMBER_BYTES);
    const expected = multiplySlowly(scalar, of(points));
    if ((found.isPoint[index] === 1) !== (expected !== null)) return false;
    return expected === null || Buffer.compare(expected, of(found.products)) === 0;
  }

  async function multiply(scalar: Uint8Array, points: Uint8Array): Promise<Products | null> {
    try {
      const found = await request(scalar, points);
      if (found === null || isRight(scalar, points, found)) return found;
      isTrusted = false;
      program?.kill();
      const cause = new Error('A product differs from that of the pool’s software.');
      report({ message: WRONG, cause });
    } catch (cause) {
      if (!(cause instanceof ProgramFailed)) throw cause;
      program?.kill();
      if (isTrusted) report({ message: 'A scan continues without the native program.', cause });
    }
    return null;
  }

  return {
    multiply(scalar, points) {
      const mine = last.then(() => multiply(scalar, points));
      last = mine.catch(() => undefined);
      return mine;
    },
    stop() {
      isTrusted = false;
      program?.kill();
    },
  };
}
