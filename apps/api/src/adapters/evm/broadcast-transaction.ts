import { keccak256 } from 'viem';
import type { BroadcastOutcome } from '../../ports/public-chain.ts';
import { outcomeOfRefusal, strongestOutcome } from './broadcast-outcome.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';

/**
 * Sends signed bytes to every node at the same time.
 * @returns as soon as one node has them, otherwise what all responses mean together. Never rejects.
 */
export async function broadcastTransaction(
  nodes: readonly RpcNode[],
  raw: `0x${string}`,
): Promise<BroadcastOutcome> {
  const sending = nodes.map((node) => sendTo(node, raw));
  try {
    return await Promise.any(sending.map(onlyIfAccepted));
  } catch {
    // No node accepted them; that is not a failure, and what they said instead is the result.
    return strongestOutcome(await Promise.all(sending));
  }
}

async function onlyIfAccepted(sending: Promise<BroadcastOutcome>): Promise<BroadcastOutcome> {
  const outcome = await sending;
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome;
}

async function sendTo(node: RpcNode, raw: `0x${string}`): Promise<BroadcastOutcome> {
  try {
    const response = await node.call('eth_sendRawTransaction', [raw]);
    if (response === keccak256(raw)) return { kind: 'accepted' };
    return { kind: 'unknown', reason: `Node ${node.host} responded with another hash.` };
  } catch (cause) {
    if (cause instanceof NodeRefusal) return outcomeOfRefusal(cause.said);
    return { kind: 'unknown', reason: cause instanceof Error ? cause.message : String(cause) };
  }
}
