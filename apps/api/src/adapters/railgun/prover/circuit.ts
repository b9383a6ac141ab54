import { NUMBER_BYTES, readNumber, writeNumber } from './plain-numbers.ts';

/** What a circuit is given: numbers by the name of the signal. */
export interface CircuitInputs {
  readonly [signal: string]: bigint | readonly (bigint | readonly bigint[])[];
}

/** A circuit. */
export interface Circuit {
  /** @returns 32 bytes of each signal, little-endian. Throws when the inputs don't fit. */
  calculate(inputs: CircuitInputs): Uint8Array<ArrayBuffer>;
  /** Calculates with inputs that need not satisfy it, so that its code is optimized. */
  warm(inputs: CircuitInputs): void;
}

/** What circom 2 compiles to WebAssembly; one number at a time is passed, in its shared memory. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  getVersion(): number;
  getFieldNumLen32(): number;
  getSharedRWMemoryStart(): number;
  getInputSize(): number;
  getWitnessSize(): number;
  getRawPrime(): void;
  init(sanityCheck: number): void;
  setInputSignal(hashHigh: number, hashLow: number, index: number): void;
  getWitness(index: number): void;
}

const UNSATISFIED = 4;
const PROBLEMS = [
  'an unknown problem',
  'a signal that the circuit does not have',
  'too many signals',
  'a signal that was set before',
  'inputs that do not satisfy the circuit',
  'too little memory',
  'more numbers than a signal has',
] as const;

/**
 * @param code of circom 2, compiled. The names and meaning of what it exports are those of circom's own witness calculator.
 */
export async function openCircuit(code: WebAssembly.Module): Promise<Circuit> {
  let isWarming = false;
  const instance = await WebAssembly.instantiate(code, {
    runtime: {
      exceptionHandler: (problem: number) => {
        if (isWarming && problem === UNSATISFIED) return;
        throw new Error(`The circuit was given ${PROBLEMS[problem] ?? PROBLEMS[0]}.`);
      },
      showSharedRWMemory: () => {},
      printErrorMessage: () => {},
      writeBufferMessage: () => {},
    },
  });
  const circuit = instance.exports as unknown as Exports;
  if (circuit.getVersion() !== 2 || circuit.getFieldNumLen32() * 4 !== NUMBER_BYTES) {
    throw new Error('The circuit is not one of circom 2 over a field of 32 bytes.');
  }
  const at = circuit.getSharedRWMemoryStart();
  /** Calculations may make the memory grow, into another buffer. */
  const shared = () => new Uint8Array(circuit.memory.buffer, at, NUMBER_BYTES);
  circuit.getRawPrime();
  const prime = readNumber(shared());
  const signals = circuit.getWitnessSize();
  /** It calculates when the last number is set. */
  function set(inputs: CircuitInputs): void {
    circuit.init(0);
    let count = 0;
    for (const [signal, value] of Object.entries(inputs)) {
      const hash = hashOf(signal);
      for (const [index, number] of [value].flat(2).entries()) {
        writeNumber(shared(), ((number % prime) + prime) % prime);
        circuit.setInputSignal(Number(hash >> 32n), Number(hash & 0xffffffffn), index);
        count += 1;
      }
    }
    if (count !== circuit.getInputSize()) throw new Error('The circuit was given too few numbers.');
  }

  return {
    calculate(inputs) {
      set(inputs);
      const witness = new Uint8Array(signals * NUMBER_BYTES);
      for (let index = 0; index < signals; index += 1) {
        circuit.getWitness(index);
        witness.set(shared(), index * NUMBER_BYTES);
      }
      return witness;
    },
    warm(inputs) {
      isWarming = true;
      try {
        set(inputs);
      } finally {
        isWarming = false;
      }
    },
  };
}

/** FNV-1a with 64 bits. */
function hashOf(signal: string): bigint {
  return [...Buffer.from(signal)].reduce(
    (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n),
    0xcbf29ce484222325n,
  );
}
