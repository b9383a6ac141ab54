// What is used of packages that come without types.

declare module 'leveldown' {
  import type { AbstractLevelDOWN } from 'abstract-leveldown';

  type LevelDown = AbstractLevelDOWN & {
    compactRange(from: string, to: string, done: (error: Error | undefined) => void): void;
  };

  export default function leveldown(directory: string): LevelDown;
}

declare module 'snarkjs' {
  import type { SnarkJSGroth16 } from '@railgun-community/wallet';

  interface MemoryFile {
    readonly type: 'mem';
    readonly data: Uint8Array;
  }
  type Proof = Awaited<ReturnType<SnarkJSGroth16['fullProve']>>['proof'] & {
    readonly protocol?: string;
    readonly curve?: string;
  };

  export const groth16: Pick<SnarkJSGroth16, 'fullProve'> & {
    prove(key: MemoryFile, witness: MemoryFile): Promise<{ readonly proof: Proof }>;
    verify(
      key: object,
      publicSignals: readonly (bigint | string)[],
      proof: Proof,
    ): Promise<boolean>;
  };
}

declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
  }
  function compile(code: Uint8Array): Promise<Module>;
  function instantiate(code: Module, imports: object): Promise<{ readonly exports: object }>;
}
