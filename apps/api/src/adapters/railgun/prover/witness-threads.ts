import { Worker } from 'node:worker_threads';
import type { CircuitInputs } from './circuit.ts';
import type { WitnessReply, WitnessRequest } from './witness-thread.ts';

type Witness = Uint8Array<ArrayBuffer>;

/** Calculates witnesses beside the main thread. */
export interface WitnessThreads {
  /** @returns 32 bytes of each signal, little-endian. Rejects when the inputs don't fit the circuit. */
  calculate(circuitFile: string, inputs: CircuitInputs): Promise<Witness>;
  /**
   * Opens a circuit in every thread that calculates nothing, and has its code optimized.
   * @param inputs need not satisfy it
   */
  open(circuitFile: string, inputs: CircuitInputs): Promise<void>;
  stop(): Promise<void>;
}

/** @param most how many witnesses are calculated at once */
export function createWitnessThreads(most: number): WitnessThreads {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: ((worker: Worker) => void)[] = [];

  function take(): Worker | Promise<Worker> {
    const found = idle.pop();
    if (found !== undefined) return found;
    if (all.size < most) return start();
    return new Promise((resolve) => waiting.push(resolve));
  }

  function start(): Worker {
    const worker = new Worker(new URL('./witness-thread.ts', import.meta.url));
    worker.unref();
    all.add(worker);
    worker.once('exit', () => all.delete(worker));
    return worker;
  }

  function leave(worker: Worker): void {
    const next = waiting.shift();
    if (next !== undefined) next(all.has(worker) ? worker : start());
    else if (all.has(worker)) idle.push(worker);
  }

  return {
    async calculate(circuitFile, inputs) {
      const worker = await take();
      try {
        const witness = await request(worker, { circuitFile, inputs, isWarmUp: false });
        if (witness === null) throw new Error('A thread calculated nothing.');
        return witness;
      } finally {
        leave(worker);
      }
    },
    async open(circuitFile, inputs) {
      const free = [...idle.splice(0), ...Array.from({ length: most - all.size }, start)];
      const opening = free.map(async (worker) => {
        try {
          await request(worker, { circuitFile, inputs, isWarmUp: true });
        } finally {
          leave(worker);
        }
      });
      await Promise.all(opening);
    },
    stop: async () => void (await Promise.all([...all].map((worker) => worker.terminate()))),
  };
}

/** @returns the witness; null after a warm-up */
function request(worker: Worker, what: WitnessRequest): Promise<Witness | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Witness | null>();
  const replied = (reply: WitnessReply) =>
    reply.ok ? resolve(reply.witness) : reject(new Error(reply.problem));
  const ended = () => reject(new Error('The thread that calculates witnesses ended.'));
  worker.once('message', replied).once('error', reject).once('exit', ended);
  worker.ref();
  worker.postMessage(what);
  return promise.finally(() => {
    worker.off('message', replied).off('error', reject).off('exit', ended);
    worker.unref();
  });
}
