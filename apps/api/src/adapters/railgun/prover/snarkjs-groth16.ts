import { groth16 } from 'snarkjs';
import { proofTerms } from './proof-terms.ts';

type FullProve = typeof groth16.fullProve;

/** What RAILGUN's software calls. It follows the progress in a log, which is kept for stopping. */
export interface Groth16 extends Pick<typeof groth16, 'verify'> {
  fullProve(...of: OfThree<Parameters<FullProve>>): ReturnType<FullProve>;
}

type OfThree<T> = T extends [...infer Three, unknown] ? Three : never;

/** One proof takes all cores; several at once would need several times the memory. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * The prover of snarkjs. Before most of its steps it writes to a log: the only moments at which it can be stopped
 * without ending the threads that it shares with the next proof.
 */
export const snarkjsGroth16: Groth16 = {
  verify: groth16.verify,
  fullProve(inputs, circuit, provingKey) {
    const { signal } = proofTerms();
    const mine = queue.then(() => {
      signal?.throwIfAborted();
      return groth16.fullProve(inputs, circuit, provingKey, { debug: createStop(signal) });
    });
    queue = mine.catch(() => undefined);
    return mine;
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
