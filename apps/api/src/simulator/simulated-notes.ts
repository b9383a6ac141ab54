import type { PublicAddress } from '#domain/address/address';
import { balanceKey } from './balance-key.ts';

/** The contract of the simulated pool that accepts private transactions. */
export const PRIVATE_TRANSACTION_CONTRACT =
  '0x00000000000000000000000000000000000000cc' as PublicAddress;

/** A note, with a unique name that includes its owner. */
export interface SimulatedNote {
  readonly name: string;
  readonly amount: bigint;
}

/** What a proof states: which notes are spent, which are created, and what leaves the pool. */
export interface SimulatedPrivateTransaction {
  readonly spent: readonly string[];
  readonly made: readonly { readonly name: string; readonly amount: string }[];
  readonly paid: { readonly to: PublicAddress; readonly amount: string } | null;
}

type State = ReadonlyMap<string, bigint>;

const NOTE = 'note ';

/** @returns a name for a note of this owner. */
export function noteName(owner: string, number: number): string {
  return `${owner}#${number}`;
}

/** @returns the key of an unspent note in a chain's state. */
export function noteKey(name: string): string {
  return `${NOTE}${name}`;
}

/** @returns the notes of an owner in this state, the largest first. */
export function notesOf(state: State, owner: string): readonly SimulatedNote[] {
  const mine = `${NOTE}${owner}#`;
  return [...state]
    .filter(([key]) => key.startsWith(mine))
    .map(([key, amount]) => ({ name: key.slice(NOTE.length), amount }))
    .sort((left, right) => Number(right.amount - left.amount) || (left.name < right.name ? -1 : 1));
}

/** @returns the total value of all notes. */
export function worthOfNotes(state: State): bigint {
  return [...state]
    .filter(([key]) => key.startsWith(NOTE))
    .reduce((sum, [, amount]) => sum + amount, 0n);
}

/** @returns the nullifier that becomes public when the note is spent. */
export function nullifierOf(name: string): `0x${string}` {
  return `0x${Buffer.from(name).toString('hex')}`;
}

export function encodePrivateTransaction(call: SimulatedPrivateTransaction): `0x${string}` {
  return `0x${Buffer.from(JSON.stringify(call)).toString('hex')}`;
}

export function decodePrivateTransaction(data: string): SimulatedPrivateTransaction {
  return JSON.parse(Buffer.from(data.slice(2), 'hex').toString());
}

/** @returns why the pool would refuse the call in this state; null when it would accept it. */
export function refusalOfPrivateTransaction(
  state: State,
  { spent }: SimulatedPrivateTransaction,
): string | null {
  return spent.every((name) => state.has(noteKey(name))) ? null : 'Note already spent';
}

/** Executes the call. @returns false when it changed nothing. */
export function executePrivateTransaction(
  state: Map<string, bigint>,
  call: SimulatedPrivateTransaction,
): boolean {
  if (refusalOfPrivateTransaction(state, call) !== null) return false;
  for (const name of call.spent) state.delete(noteKey(name));
  for (const { name, amount } of call.made) state.set(noteKey(name), BigInt(amount));
  if (call.paid !== null) {
    const key = balanceKey(call.paid.to, 'token');
    state.set(key, (state.get(key) ?? 0n) + BigInt(call.paid.amount));
  }
  return true;
}
