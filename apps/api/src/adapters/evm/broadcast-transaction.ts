import { keccak256 } from 'viem';
import type { BroadcastOutcome } from '../../ports/public-chain.ts';
import { outcomeOfRefusal, strongestOutcome } from './broadcast-outcome.ts';
import { NodeOnOtherChain } from './node-state.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import type { RpcNodes } from './rpc-nodes.ts';

/**
 * Sends signed bytes to every node of the chain at the same time. One that rests gets them too, since it may be back,
 * but only its acceptance counts: no one waits for its refusal.
 * @returns as soon as one node has them, otherwise what the responses mean together. Never rejects.
 */
export async function broadcastTransaction(
  nodes: Pick<RpcNodes, 'forBroadcast'>,
  raw: `0x${string}`,
): Promise<BroadcastOutcome> {
  const { awaited, others } = nodes.forBroadcast();
  const sending = awaited.map((node) => sendTo(node, raw));
  const onTheSide = others.map((node) => sendTo(node, raw));
  const accepted = Promise.any([...sending, ...onTheSide].map(onlyIfAccepted));
  // No acceptance at all is not a failure: what the nodes said instead is the result.
  const refused = Promise.all(sending).then((outcomes) =>
    strongestOutcome(outcomes.filter((outcome) => outcome !== null)),
  );
  return Promise.race([accepted.catch(() => refused), refused]);
}

async function onlyIfAccepted(
  sending: Promise<BroadcastOutcome | null>,
): Promise<BroadcastOutcome> {
  const outcome = await sending;
  if (outcome?.kind === 'accepted' || outcome?.kind === 'already-known') return outcome;
  throw new Error(outcome?.kind ?? 'not sent');
}

/** @returns null when the node is on another chain and was sent nothing. */
async function sendTo(node: RpcNode, raw: `0x${string}`): Promise<BroadcastOutcome | null> {
  try {
    const response = await node.call('eth_sendRawTransaction', [raw]);
    if (response === keccak256(raw)) return { kind: 'accepted' };
    return { kind: 'unknown', reason: `Node ${node.host} responded with another hash.` };
  } catch (cause) {
    if (cause instanceof NodeOnOtherChain) return null;
    if (cause instanceof NodeRefusal) return outcomeOfRefusal(cause.said);
    return { kind: 'unknown', reason: cause instanceof Error ? cause.message : String(cause) };
  }
}
