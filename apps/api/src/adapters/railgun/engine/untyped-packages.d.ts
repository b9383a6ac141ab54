// What is used of packages that come without types.

declare module 'leveldown' {
  import type { AbstractLevelDOWN } from 'abstract-leveldown';

  export default function leveldown(directory: string): AbstractLevelDOWN;
}

declare module 'snarkjs' {
  import type { SnarkJSGroth16 } from '@railgun-community/wallet';

  export const groth16: SnarkJSGroth16;
}
