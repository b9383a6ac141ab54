import { groth16 } from 'snarkjs';

/** What ends the proof that is being made; only one is made at a time in a process. */
let current: AbortSignal | undefined;

/** Does work whose proofs end when the signal says so, at their next step. Rejects then. */
export async function proveInterruptibly<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  current = signal;
  try {
    const response = await work();
    signal?.throwIfAborted();
    return response;
  } finally {
    current = undefined;
  }
}

/**
 * The prover. Before most of its steps it writes to a log: the only moments at which it can be stopped without
 * ending the threads that it shares with the next proof.
 */
export const interruptibleGroth16: typeof groth16 = {
  verify: groth16.verify,
  fullProve(inputs, circuit, provingKey) {
    const signal = current;
    signal?.throwIfAborted();
    return groth16.fullProve(inputs, circuit, provingKey, { debug: createStop(signal) });
  },
};

/** Throws once: work that was begun together and ends later would have no one to report to. */
function createStop(signal: AbortSignal | undefined): () => void {
  let isStopped = false;
  return () => {
    if (isStopped || !signal?.aborted) return;
    isStopped = true;
    signal.throwIfAborted();
  };
}
