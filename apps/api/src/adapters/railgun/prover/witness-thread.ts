import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { type Circuit, type CircuitInputs, openCircuit } from './circuit.ts';

/** A witness to calculate. */
export interface WitnessRequest {
  /** The circuit, as WebAssembly. */
  readonly circuitFile: string;
  readonly inputs: CircuitInputs;
  /** They need not satisfy it: nothing but its code is wanted, optimized. */
  readonly isWarmUp: boolean;
}

export type WitnessReply =
  | { readonly ok: true; readonly witness: Uint8Array<ArrayBuffer> | null }
  | { readonly ok: false; readonly problem: string };

/** Compiling one takes as long as a calculation. The one that was opened last is the last. */
const compiled = new Map<string, WebAssembly.Module>();
/** Those whose last calculation had an end: the next one begins with memory that nothing interrupted. */
const open = new Map<string, Circuit>();
const MOST_OPEN = 4;

parentPort?.on('message', (request: WitnessRequest) => {
  void calculate(request).then(
    (witness) => reply({ ok: true, witness }, witness === null ? [] : [witness.buffer]),
    (cause: unknown) => {
      reply({ ok: false, problem: cause instanceof Error ? cause.message : String(cause) });
    },
  );
});

function reply(what: WitnessReply, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(what, moved);
}

async function calculate({ circuitFile, inputs, isWarmUp }: WitnessRequest) {
  const circuit = open.get(circuitFile) ?? (await openCircuit(await compiledOf(circuitFile)));
  open.delete(circuitFile);
  const witness = isWarmUp ? null : circuit.calculate(inputs);
  if (isWarmUp) circuit.warm(inputs);
  open.set(circuitFile, circuit);
  return witness;
}

async function compiledOf(circuitFile: string): Promise<WebAssembly.Module> {
  const code =
    compiled.get(circuitFile) ?? (await WebAssembly.compile(await readFile(circuitFile)));
  compiled.delete(circuitFile);
  compiled.set(circuitFile, code);
  for (const file of [...compiled.keys()].slice(0, -MOST_OPEN)) {
    compiled.delete(file);
    open.delete(file);
  }
  return code;
}
