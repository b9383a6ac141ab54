import type { PublicAddress } from '#domain/address/address';
import type { NoteUse, PublicChain } from '../../ports/public-chain.ts';
import { findNoteUse } from './find-note-use.ts';
import { provedPartsOf } from './private-call.ts';
import type { RpcNodes } from './rpc-nodes.ts';

/** @returns what became of the notes of a signed call, read from one node after the other until one can tell. */
export function createNoteUse({
  network,
  nodes,
  shieldedPool,
  readCalldata,
}: {
  readonly network: { readonly chainId: number; readonly blocksUntilFinal: number };
  readonly nodes: RpcNodes;
  /** Null on a network without one. */
  readonly shieldedPool: { readonly proxy: PublicAddress } | null;
  /** The calldata of signed bytes. */
  readonly readCalldata: (raw: `0x${string}`) => `0x${string}`;
}): PublicChain['noteUse'] {
  return async ({ raw, since, decidedIn }) => {
    if (shieldedPool === null) throw new Error(`Chain ${network.chainId} has no private pool.`);
    const parts = provedPartsOf(readCalldata(raw));
    const place = { pool: shieldedPool.proxy, blocksUntilFinal: network.blocksUntilFinal };
    const responses = await nodes.readUntil<NoteUse | null>(
      (use) => use !== null,
      (node) => findNoteUse(node, { parts, since, decidedIn }, place),
    );
    return responses.at(-1) ?? null;
  };
}
