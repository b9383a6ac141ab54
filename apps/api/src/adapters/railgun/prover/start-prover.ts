import { availableParallelism, freemem } from 'node:os';
import type { ProverKind } from '../../../ports/shielded-pool.ts';
import type { Alarm } from './alarm.ts';
import { buildProgram } from './build-program.ts';
import type { CircuitInputs } from './circuit.ts';
import { createNativeGroth16 } from './native-groth16.ts';
import {
  createPointMultiplier,
  type MultiplyPoint,
  type PointMultiplier,
} from './point-multiplier.ts';
import { createProofTimes, type ProofTimes } from './proof-times.ts';
import { createProvingPool } from './proving-pool.ts';
import { startProgram } from './proving-program.ts';
import { type Groth16, snarkjsGroth16 } from './snarkjs-groth16.ts';
import { createWitnessThreads } from './witness-threads.ts';

export interface RunningProver {
  readonly groth16: Groth16;
  /** How many proofs are made at once. */
  readonly places: number;
  readonly times: Pick<ProofTimes, 'expected'>;
  /** Of the scans for notes. */
  readonly multiplier: Pick<PointMultiplier, 'multiply'>;
  kind(): ProverKind;
  /** Makes the first proofs with a circuit as quick as later ones: at once, or when the program is built. */
  warm(circuit: UsualCircuit): Promise<void>;
  stop(): Promise<void>;
}

/** A circuit that many proofs are made with. */
export interface UsualCircuit {
  readonly circuitFile: string;
  readonly keyFile: string;
  /** Numbers for all of its signals; they need not satisfy it. */
  readonly inputs: CircuitInputs;
}

/** Proofs of one note, until some are measured. */
const FIRST_PROOF_MS: Readonly<Record<ProverKind, number>> = { native: 500, snarkjs: 3_000 };
/** Of the memory that is free at the start, proofs may take half. One that spends eight notes takes 80 MB. */
const BYTES_PER_PROOF = 200e6;

/**
 * Makes proofs with the program in C as soon as it is built, and until then, or where it can't be, with snarkjs. The
 * same program multiplies points.
 * @param directory where the program is kept
 */
export function startProver(
  directory: string,
  multiplySlowly: MultiplyPoint,
  alarm: Alarm,
): RunningProver {
  const cores = availableParallelism();
  const places = Math.max(1, Math.min(cores, Math.floor(freemem() / 2 / BYTES_PER_PROOF)));
  const threads = createWitnessThreads(places);
  const controller = new AbortController();
  let file: string | null = null;
  /** Circuits that wait for the program. */
  const waiting: UsualCircuit[] = [];
  const pool = createProvingPool((keyFile) => {
    if (file === null) throw new Error('There is no program to prove with.');
    return startProgram(file, keyFile, cores);
  }, places);
  const building = buildProgram(directory, undefined, controller.signal).then(
    async (built) => {
      file = built;
      for (const circuit of waiting) await warm(circuit);
    },
    (cause: unknown) => {
      if (!controller.signal.aborted) alarm({ message: 'There is no native prover.', cause });
    },
  );
  const { groth16, kind } = createNativeGroth16({
    parts: () => (file === null ? null : { threads, pool }),
    slow: snarkjsGroth16,
    report: alarm,
  });
  const multiplier = createPointMultiplier({ file: () => file, multiplySlowly, report: alarm });

  async function warm({ circuitFile, keyFile, inputs }: UsualCircuit): Promise<void> {
    if (controller.signal.aborted) return;
    try {
      await Promise.all([threads.open(circuitFile, inputs), pool.warm(keyFile)]);
    } catch (cause) {
      if (controller.signal.aborted) return;
      alarm({ message: 'The first proofs will take longer than later ones.', cause });
    }
  }

  const times = createProofTimes(() => FIRST_PROOF_MS[kind()]);
  return {
    groth16: measured(groth16, kind, times),
    places,
    times,
    multiplier,
    kind,
    async warm(circuit) {
      if (file === null) waiting.push(circuit);
      else await warm(circuit);
    },
    async stop() {
      controller.abort();
      await building;
      pool.stop();
      multiplier.stop();
      await threads.stop();
    },
  };
}

/** What measures the proofs of payments: how many notes they spend is how many nullifiers they have. */
function measured(groth16: Groth16, kind: () => ProverKind, times: ProofTimes): Groth16 {
  let last = kind();
  return {
    verify: groth16.verify,
    async fullProve(...of) {
      const { nullifiers, boundParamsHash } = of[0];
      const begin = performance.now();
      const response = await groth16.fullProve(...of);
      if (kind() !== last) {
        last = kind();
        times.clear();
      } else if (boundParamsHash !== undefined && Array.isArray(nullifiers)) {
        times.add(nullifiers.length, performance.now() - begin);
      }
      return response;
    },
  };
}
