import type { PublicAddress } from '#domain/address/address';
import type { FinalPrivateCall, PublicChain } from '../../ports/public-chain.ts';
import { readFinalCall } from './final-transaction.ts';
import { readUseByHash } from './find-nonce-use.ts';
import { isPrivateCall, provedPartsOf } from './private-call.ts';
import type { RpcNodes } from './rpc-nodes.ts';

/** @returns what a transaction called, read from one node after the other until one has it in a final block. */
export function createFinalPrivateCall({
  blocksUntilFinal,
  nodes,
  contracts,
}: {
  readonly blocksUntilFinal: number;
  readonly nodes: RpcNodes;
  /** That take private payments. */
  readonly contracts: readonly PublicAddress[];
}): PublicChain['finalPrivateCall'] {
  return async (hash) => {
    const responses = await nodes.readUntil<FinalPrivateCall | null>(
      (found) => found !== null,
      async (node) => {
        const use = await readUseByHash(node, { owner: null, hash }, blocksUntilFinal);
        if (use === null) return null;
        const { to: called, input: data, gas: gasLimit } = readFinalCall(use);
        const to = contracts.find((each) => each.toLowerCase() === called?.toLowerCase());
        if (to === undefined || !isPrivateCall(data)) return null;
        const spent = provedPartsOf(data).flatMap((part) => part.spent);
        const nullifiers = spent.map(({ nullifier }) => nullifier);
        return { to, data, gasLimit, nullifiers };
      },
    );
    return responses.at(-1) ?? null;
  };
}
