import type { NoteUse, PublicChain } from '../../ports/public-chain.ts';
import { findNoteUse } from './find-note-use.ts';
import { type PoolContracts, provedPartsOf } from './private-call.ts';
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
  readonly shieldedPool: PoolContracts | null;
  /** The calldata of signed bytes. */
  readonly readCalldata: (raw: `0x${string}`) => `0x${string}`;
}): PublicChain['noteUse'] {
  return async ({ raw, since, decidedIn }) => {
    if (shieldedPool === null) throw new Error(`Chain ${network.chainId} has no private pool.`);
    const parts = provedPartsOf(readCalldata(raw));
    const { blocksUntilFinal } = network;
    const responses = await nodes.readUntil<NoteUse | null>(
      (use) => use !== null,
      (node) =>
        findNoteUse(node, { parts, since, decidedIn }, { ...shieldedPool, blocksUntilFinal }),
    );
    return responses.at(-1) ?? null;
  };
}
