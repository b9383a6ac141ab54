import { decodeFunctionResult, encodeFunctionData } from 'viem';
import type { PublicAddress } from '#domain/address/address';
import type { NonceUse } from '#domain/operation/operation';
import type { NoteUse } from '../../ports/public-chain.ts';
import { hasInFinalBlock } from './has-in-block.ts';
import { keyOfNote, type ProvedPart, spentAbi } from './private-call.ts';
import { readHeads } from './read-heads.ts';
import { type PoolEvent, readSpenders } from './read-spenders.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import { bytes, toQuantity } from './rpc-values.ts';

/** A call that did nothing itself, and the final block that shows it. */
interface UnpaidParts {
  readonly parts: readonly ProvedPart[];
  readonly since: Date;
  readonly decidedIn: NonceUse;
}

/**
 * Finds out on one node whether others spent the notes of a call, and whether they did with them what the call does, or
 * some of its proofs do.
 * Notes are unspent only when the pool's own record at the newest block has none of them, and the node's final blocks
 * include the one that shows that the call did nothing. Otherwise the pool's events in final blocks name the
 * transaction.
 * @returns null while the node cannot tell: it is behind, or a use is not final. Rejects when the node fails.
 */
export async function findNoteUse(
  node: RpcNode,
  { parts, since, decidedIn }: UnpaidParts,
  { pool, blocksUntilFinal }: { readonly pool: PublicAddress; readonly blocksUntilFinal: number },
): Promise<NoteUse | null> {
  try {
    const { latest, finalized } = await readHeads(node, blocksUntilFinal);
    if (finalized.number < decidedIn.blockNumber) return null;
    // Two machines responded: at the newest block of the one that is behind, a note that was spent is not.
    if (latest.number < finalized.number) return null;
    if (!(await hasInFinalBlock(node, decidedIn, finalized))) return null;
    const spent = await readSpent(node, parts, { pool, block: latest.number });
    if (spent.length === 0) return { kind: 'unspent' };
    const events = await readSpenders(node, pool, { keys: spent, since, to: finalized.number });
    if (events === null) return null;
    const use = noteUseIn(events, parts);
    return (await hasInFinalBlock(node, use.shownBy, finalized)) ? use.response : null;
  } catch (cause) {
    if (cause instanceof NodeRefusal) return null;
    throw cause;
  }
}

/**
 * The block has a number, because the machine that responds may be behind the one that named the newest block.
 * @returns the keys of the notes that the pool's record has as spent.
 */
async function readSpent(
  node: RpcNode,
  parts: readonly ProvedPart[],
  { pool, block }: { readonly pool: PublicAddress; readonly block: bigint },
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const note of parts.flatMap((part) => part.spent)) {
    const spentCall = { abi: spentAbi, functionName: 'nullifiers' } as const;
    const data = encodeFunctionData({ ...spentCall, args: [note.tree, note.nullifier] });
    const response = await node.call('eth_call', [{ to: pool, data }, toQuantity(block)]);
    if (decodeFunctionResult({ ...spentCall, data: bytes.parse(response) }))
      keys.push(keyOfNote(note));
  }
  return keys;
}

/** What the events that spend notes of these parts show, and the newest transaction that shows it. */
function noteUseIn(
  events: readonly PoolEvent[],
  parts: readonly ProvedPart[],
): { readonly shownBy: NonceUse; readonly response: NoteUse } {
  const paid = parts.filter((part) => hasHappened(events, part));
  const newestOf = (of: readonly ProvedPart[]) => newestSpender(events, of.flatMap(keysOf));
  if (paid.length === parts.length) {
    const copy = newestOf(parts);
    return { shownBy: copy, response: { kind: 'paid', copy } };
  }
  // Of bound proofs, no part happens alone: another payment out of the same notes can do the same as one of them.
  if (paid.length === 0 || parts.some(({ isBound }) => isBound)) {
    return { shownBy: newestOf(parts), response: { kind: 'otherwise' } };
  }
  const part = newestOf(paid);
  return { shownBy: part, response: { kind: 'in-part', part } };
}

function newestSpender(events: readonly PoolEvent[], keys: readonly string[]): NonceUse {
  const isSpender = ({ spent }: PoolEvent) => spent.some((key) => keys.includes(key));
  return events.filter(isSpender).reduce(newer).place;
}

/**
 * True when one transaction spent its notes for the same new notes, and the same left the pool. In another transaction,
 * the same amount may have left for another proof.
 */
function hasHappened(events: readonly PoolEvent[], part: ProvedPart): boolean {
  const byTransaction = Map.groupBy(
    events,
    ({ place }) => `${place.blockHash} ${place.transactionHash}`,
  );
  return [...byTransaction.values()].some((together) => {
    const spent = new Set(together.flatMap((event) => event.spent));
    const made = new Set(together.flatMap((event) => event.made));
    return (
      keysOf(part).every((key) => spent.has(key)) &&
      part.made.every((commitment) => made.has(commitment)) &&
      (part.unshielded === null ||
        together.some(({ unshielded }) => unshielded === part.unshielded))
    );
  });
}

function keysOf({ spent }: ProvedPart): readonly string[] {
  return spent.map(keyOfNote);
}

function newer(one: PoolEvent, other: PoolEvent): PoolEvent {
  return other.place.blockNumber > one.place.blockNumber ? other : one;
}
