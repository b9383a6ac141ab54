import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { type Circuit, type CircuitInputs, openCircuit } from './circuit.ts';

/** A witness to calculate. */
export interface WitnessRequest {
  /** The circuit, as WebAssembly. */
  readonly circuitFile: string;
  readonly inputs: CircuitInputs;
}

export type WitnessReply =
  | { readonly ok: true; readonly witness: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly problem: string };

/** Opening one takes as long as a calculation. The one that was used last is the last. */
const open = new Map<string, Promise<Circuit>>();
const MOST_OPEN = 4;

parentPort?.on('message', (request: WitnessRequest) => {
  void calculate(request).then(
    (witness) => reply({ ok: true, witness }, [witness.buffer]),
    (cause: unknown) => {
      reply({ ok: false, problem: cause instanceof Error ? cause.message : String(cause) });
    },
  );
});

function reply(what: WitnessReply, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(what, moved);
}

async function calculate({ circuitFile, inputs }: WitnessRequest) {
  const opened = open.get(circuitFile) ?? readFile(circuitFile).then(openCircuit);
  open.delete(circuitFile);
  open.set(circuitFile, opened);
  for (const file of [...open.keys()].slice(0, -MOST_OPEN)) open.delete(file);
  try {
    return (await opened).calculate(inputs);
  } catch (error) {
    // The next one begins with memory that nothing interrupted.
    open.delete(circuitFile);
    throw error;
  }
}
