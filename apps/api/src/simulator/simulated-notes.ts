import type { PublicAddress } from '#domain/address/address';
import { balanceKey } from './balance-key.ts';

/** The contract of the simulated pool that takes spends. */
export const PRIVATE_TRANSACTION_CONTRACT =
  '0x00000000000000000000000000000000000000cc' as PublicAddress;

/** A note, under a name that no other ever has: its owner is part of it. */
export interface SimulatedNote {
  readonly name: string;
  readonly amount: bigint;
}

/** What a proof says: which notes end, which begin, and what leaves the pool. */
export interface SimulatedSpendCall {
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

/** @returns the key under which a chain's state holds a note that was not spent. */
export function noteKey(name: string): string {
  return `${NOTE}${name}`;
}

/** @returns the notes of an owner that the state has, the largest first. */
export function notesOf(state: State, owner: string): readonly SimulatedNote[] {
  const mine = `${NOTE}${owner}#`;
  return [...state]
    .filter(([key]) => key.startsWith(mine))
    .map(([key, amount]) => ({ name: key.slice(NOTE.length), amount }))
    .sort((left, right) => Number(right.amount - left.amount) || (left.name < right.name ? -1 : 1));
}

/** @returns what all notes are worth together. */
export function worthOfNotes(state: State): bigint {
  return [...state]
    .filter(([key]) => key.startsWith(NOTE))
    .reduce((sum, [, amount]) => sum + amount, 0n);
}

/** @returns the note as a mark that everyone sees when it is spent. */
export function markOf(name: string): `0x${string}` {
  return `0x${Buffer.from(name).toString('hex')}`;
}

export function encodePrivateTransaction(call: SimulatedSpendCall): `0x${string}` {
  return `0x${Buffer.from(JSON.stringify(call)).toString('hex')}`;
}

export function decodePrivateTransaction(data: string): SimulatedSpendCall {
  return JSON.parse(Buffer.from(data.slice(2), 'hex').toString());
}

/** @returns why the pool would refuse the call on top of this state; null when not. */
export function refusalOfPrivateTransaction(
  state: State,
  { spent }: SimulatedSpendCall,
): string | null {
  return spent.every((name) => state.has(noteKey(name))) ? null : 'Note already spent';
}

/** Carries the call out. @returns false when it changed nothing. */
export function executePrivateTransaction(
  state: Map<string, bigint>,
  call: SimulatedSpendCall,
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
