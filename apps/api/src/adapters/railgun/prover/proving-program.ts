import { type NativeProgram, ProgramFailed, startNativeProgram } from './native-program.ts';
import { NUMBER_BYTES } from './plain-numbers.ts';

/** A process that makes proofs with the key of one circuit, one at a time. */
export interface ProvingProgram extends Pick<NativeProgram, 'isRunning' | 'ready' | 'kill'> {
  /**
   * @param witness 32 bytes of each signal, little-endian
   * @returns the coordinates of the proof, eight plain numbers of 32 bytes. Rejects with `ProgramFailed`.
   */
  prove(witness: Uint8Array): Promise<Uint8Array>;
}

const PROOF_BYTES = 8 * NUMBER_BYTES;
const COUNT_BYTES = 4;

/** @param keyFile in the format of snarkjs */
export function startProgram(file: string, keyFile: string, threads: number): ProvingProgram {
  // Its greeting says how many signals the circuit has.
  const program = startNativeProgram(file, [keyFile, String(threads)], { more: COUNT_BYTES });
  const { isRunning, ready, kill, read, write } = program;
  return {
    isRunning,
    ready,
    kill,
    async prove(witness) {
      await ready();
      const count = Buffer.alloc(COUNT_BYTES);
      count.writeUInt32LE(witness.length / NUMBER_BYTES);
      write(count);
      write(witness);
      const [status] = await read(1);
      if (status === 0) return read(PROOF_BYTES);
      const length = (await read(COUNT_BYTES)).readUInt32LE();
      throw new ProgramFailed(`The witness ${await read(length)}.`);
    },
  };
}
