import type { CallNode } from './json-rpc.ts';

const TRIES = 20;

/**
 * Dumps the state of a chain without the states of past blocks, which would make every dump grow with the chain.
 * A dump in the middle of a reorganisation has a hole between the blocks it kept and the number of its next one, which
 * the chain would have for good after its next start. So it is repeated while the newest block changes.
 * @returns the dump as the node takes it back. Rejects when the chain does not come to rest, or the node fails.
 */
export async function dumpState(call: CallNode): Promise<`0x${string}`> {
  let newest = await newestHash(call);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const state = await call<`0x${string}`>('anvil_dumpState', [false]);
    const after = await newestHash(call);
    if (after === newest) return state;
    newest = after;
  }
  throw new Error('The chain is being reorganised all the time.');
}

async function newestHash(call: CallNode): Promise<string> {
  const { hash } = await call<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
  return hash;
}
