import type { ProofUrgency } from '../../../ports/shielded-pool.ts';
import { ProgramFailed } from './native-program.ts';
import { createPlaces } from './proving-places.ts';
import type { ProvingProgram } from './proving-program.ts';

/** Makes several proofs at once, and has the others wait. */
export interface ProvingPool {
  /**
   * @param keyFile of the circuit
   * @returns as `ProvingProgram`. Rejects with `ProgramFailed`, and with the signal's reason.
   */
  prove(
    keyFile: string,
    witness: Uint8Array,
    options: { readonly urgency: ProofUrgency; readonly signal?: AbortSignal | undefined },
  ): Promise<Uint8Array>;
  /** Starts as many programs for a circuit as there are places without one. Rejects with `ProgramFailed`. */
  warm(keyFile: string): Promise<void>;
  /** Ends every program. */
  stop(): void;
}

/**
 * @param start starts a program for a circuit
 * @param places how many proofs are made at once, and how many programs are kept
 */
export function createProvingPool(
  start: (keyFile: string) => ProvingProgram,
  places: number,
): ProvingPool {
  /** Programs that make no proof, the one used longest ago first. */
  const idle: { readonly keyFile: string; readonly program: ProvingProgram }[] = [];
  const busy = new Set<ProvingProgram>();
  const order = createPlaces(places);
  let isStopped = false;

  function programOf(keyFile: string): ProvingProgram {
    const index = idle.findLastIndex((each) => each.keyFile === keyFile);
    const [found] = index < 0 ? [] : idle.splice(index, 1);
    if (found?.program.isRunning()) return found.program;
    if (busy.size + idle.length >= places) idle.shift()?.program.kill();
    return start(keyFile);
  }

  async function proveIn(
    keyFile: string,
    witness: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const program = programOf(keyFile);
    const stop = () => program.kill();
    busy.add(program);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const proof = await program.prove(witness);
      signal?.throwIfAborted();
      idle.push({ keyFile, program });
      return proof;
    } catch (cause) {
      program.kill();
      signal?.throwIfAborted();
      throw cause;
    } finally {
      busy.delete(program);
      signal?.removeEventListener('abort', stop);
    }
  }

  return {
    async prove(keyFile, witness, { urgency, signal }) {
      await order.take(urgency, signal);
      try {
        if (isStopped) throw new ProgramFailed('The provers were stopped.');
        return await proveIn(keyFile, witness, signal);
      } finally {
        order.leave();
      }
    },
    async warm(keyFile) {
      const free = isStopped ? 0 : places - busy.size - idle.length;
      const started = Array.from({ length: free }, () => ({ keyFile, program: start(keyFile) }));
      idle.push(...started);
      await Promise.all(started.map(({ program }) => program.ready()));
    },
    stop() {
      isStopped = true;
      for (const program of busy) program.kill();
      for (const { program } of idle) program.kill();
    },
  };
}
