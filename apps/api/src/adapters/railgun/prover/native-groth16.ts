import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ProverKind } from '../../../ports/shielded-pool.ts';
import type { Alarm } from './alarm.ts';
import type { CircuitInputs } from './circuit.ts';
import { ProgramFailed } from './native-program.ts';
import { NUMBER_BYTES, readNumbers } from './plain-numbers.ts';
import { proofTerms } from './proof-terms.ts';
import { provingFileOf } from './proving-files.ts';
import type { ProvingPool } from './proving-pool.ts';
import type { Groth16 } from './snarkjs-groth16.ts';
import type { WitnessThreads } from './witness-threads.ts';

type Response = Awaited<ReturnType<Groth16['fullProve']>>;

interface NativeParts {
  readonly threads: Pick<WitnessThreads, 'calculate'>;
  readonly pool: Pick<ProvingPool, 'prove'>;
}

/**
 * The prover that RAILGUN's software calls. A proof of the program is checked with the circuit's key before it is
 * used. One that is wrong, or could not be made twice, is made by `slow`, and so is every later one.
 */
export function createNativeGroth16(options: {
  /** Null while there is no program, or none can be had. */
  readonly parts: () => NativeParts | null;
  readonly slow: Groth16;
  readonly report: Alarm;
}): { readonly groth16: Groth16; kind(): ProverKind } {
  const { slow, report } = options;
  let isTrusted = true;
  /** What each proof that was checked is the proof of. */
  const checked = new WeakMap<object, string>();
  const parts = () => (isTrusted ? options.parts() : null);

  async function proveNative(
    { threads, pool }: NativeParts,
    files: { readonly circuit: string; readonly key: string },
    inputs: CircuitInputs,
  ): Promise<Response | null> {
    const { signal } = proofTerms();
    const key = await verificationKeyBeside(files.key);
    const witness = await threads.calculate(files.circuit, inputs);
    try {
      const publicSignals = readNumbers(witness.subarray(NUMBER_BYTES), key.nPublic);
      const proof = toProof(await proveTwice(pool, files.key, witness));
      if (await slow.verify(key, publicSignals, proof)) {
        checked.set(proof, publicSignals.join());
        return { proof, publicSignals: publicSignals.map(String) };
      }
      isTrusted = false;
      const hash = createHash('sha256').update(witness).digest('hex');
      const cause = new Error(`${files.key}, witness ${hash}`);
      report({ message: 'The native prover made a wrong proof and is not used again.', cause });
    } catch (cause) {
      signal?.throwIfAborted();
      if (!(cause instanceof ProgramFailed)) throw cause;
      isTrusted = false;
      report({ message: 'The native prover failed twice and is not used again.', cause });
    } finally {
      witness.fill(0);
    }
    return null;
  }

  return {
    kind: () => (parts() === null ? 'snarkjs' : 'native'),
    groth16: {
      async fullProve(inputs, circuit, provingKey) {
        const native = parts();
        const files = { circuit: provingFileOf(circuit), key: provingFileOf(provingKey) };
        if (native !== null && files.circuit !== null && files.key !== null) {
          const { circuit, key } = files;
          const made = await proveNative(native, { circuit, key }, inputs as CircuitInputs);
          if (made !== null) return made;
        }
        return slow.fullProve(inputs, circuit, provingKey);
      },
      verify: async (key, publicSignals, proof) =>
        checked.get(proof) === publicSignals.join() || slow.verify(key, publicSignals, proof),
    },
  };
}

/** A program that was killed is started again. */
async function proveTwice(
  pool: NativeParts['pool'],
  keyFile: string,
  witness: Uint8Array,
): Promise<Uint8Array> {
  const terms = proofTerms();
  try {
    return await pool.prove(keyFile, witness, terms);
  } catch (cause) {
    if (terms.signal?.aborted || !(cause instanceof ProgramFailed)) throw cause;
    return pool.prove(keyFile, witness, terms);
  }
}

/** The key that a circuit's proofs are checked with. */
interface VerificationKey {
  readonly nPublic: number;
}

const keys = new Map<string, VerificationKey>();

async function verificationKeyBeside(provingKey: string): Promise<VerificationKey> {
  const file = join(dirname(provingKey), 'vkey.json');
  const known = keys.get(file);
  if (known !== undefined) return known;
  const key = JSON.parse(await readFile(file, 'utf8')) as VerificationKey;
  keys.set(file, key);
  return key;
}

function toProof(coordinates: Uint8Array): Response['proof'] {
  const [ax, ay, bx0, bx1, by0, by1, cx, cy] = readNumbers(coordinates, 8).map(String) as [
    ...[string, string, string, string],
    ...[string, string, string, string],
  ];
  return {
    pi_a: [ax, ay],
    pi_b: [
      [bx0, bx1],
      [by0, by1],
    ],
    pi_c: [cx, cy],
  };
}
