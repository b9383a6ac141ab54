import type { FinalTransaction } from '../ports/recovered-transactions.ts';

type Call = Pick<FinalTransaction, 'to' | 'value' | 'data'>;

/** True when two transactions do the same: the same value and data go to the same address. */
export function isSameCall(one: Call, other: Call): boolean {
  return (
    one.to?.toLowerCase() === other.to?.toLowerCase() &&
    one.value === other.value &&
    one.data.toLowerCase() === other.data.toLowerCase()
  );
}
