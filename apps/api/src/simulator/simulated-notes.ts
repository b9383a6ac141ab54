import type { PrivateAddress } from '#domain/address/address';
import { balanceKey } from './balance-key.ts';
import {
  nullifierOf,
  type SimulatedPrivateTransaction,
  type SimulatedProof,
} from './simulated-pool-calls.ts';

/** A note, with a unique name that includes its owner. */
export interface SimulatedNote {
  readonly name: string;
  readonly amount: bigint;
}

/** Where the broadcaster is paid, in runs in which it is. */
export const BROADCASTER_OWNER = '0zkbroadcaster' as PrivateAddress;

type State = ReadonlyMap<string, bigint>;

const NOTE = 'note ';

/** @returns a name for a note of this owner. */
export function noteName(owner: string, number: number): string {
  return `${owner}#${number}`;
}

/** @returns the owner of a note with this name. */
export function ownerOfNote(name: string): string {
  return name.slice(0, name.lastIndexOf('#'));
}

/** @returns the key of an unspent note in a chain's state. */
export function noteKey(name: string): string {
  return `${NOTE}${name}`;
}

/** Whether a key in a chain's state is that of an unspent note. */
export function isNoteKey(key: string): boolean {
  return key.startsWith(NOTE);
}

/** @returns the key of a nullifier in a chain's state, where it stays once its note was spent. */
export function spentKey(nullifier: string): string {
  return `spent ${nullifier}`;
}

/** @returns the notes of an owner in this state that are worth something, the largest first. */
export function notesOf(state: State, owner: string): readonly SimulatedNote[] {
  const mine = `${NOTE}${owner}#`;
  return [...state]
    .filter(([key, amount]) => key.startsWith(mine) && amount > 0n)
    .map(([key, amount]) => ({ name: key.slice(NOTE.length), amount }))
    .sort((left, right) => Number(right.amount - left.amount) || (left.name < right.name ? -1 : 1));
}

/** @returns the total value of all notes. */
export function worthOfNotes(state: State): bigint {
  return [...state].filter(([key]) => isNoteKey(key)).reduce((sum, [, amount]) => sum + amount, 0n);
}

/** @returns why the pool would refuse the call in this state; null when it would accept it. */
export function refusalOfPrivateTransaction(
  state: State,
  call: SimulatedPrivateTransaction,
): string | null {
  const spent = call.flatMap((proof) => proof.spent);
  if (!spent.every((name) => state.has(noteKey(name)))) return 'Note already spent';
  const isValid = ({ boundTo }: SimulatedProof) =>
    boundTo === null || boundTo.join() === spent.join();
  return call.every(isValid) ? null : 'The proof is bound to other calls';
}

/** Executes the call. @returns false when it changed nothing. */
export function executePrivateTransaction(
  state: Map<string, bigint>,
  call: SimulatedPrivateTransaction,
): boolean {
  if (refusalOfPrivateTransaction(state, call) !== null) return false;
  for (const proof of call) execute(state, proof);
  return true;
}

function execute(state: Map<string, bigint>, { spent, made, paid }: SimulatedProof): void {
  for (const name of spent) {
    state.delete(noteKey(name));
    state.set(spentKey(nullifierOf(name)), 1n);
  }
  for (const { name, amount } of made) state.set(noteKey(name), BigInt(amount));
  if (paid === null) return;
  const key = balanceKey(paid.to, 'token');
  state.set(key, (state.get(key) ?? 0n) + BigInt(paid.amount));
}
