import { hashOf } from '#testing/operation';
import type { AssembleTransaction } from '../ports/assemble-transaction.ts';

/** Takes a number for a signature, as hex: in tests where only counts, who signed what. */
export const assembleNumbered: AssembleTransaction = (_transaction, signature) => ({
  raw: signature,
  hash: hashOf(Number(BigInt(signature))),
});
