import { type Availability, createNodeState, type NodeChecks } from './node-state.ts';
import { NodeSilent, type RpcNode } from './rpc-node.ts';
import { quantity } from './rpc-values.ts';

/** A node that has named its chain before anything else is requested of it. */
export interface CheckedNode extends RpcNode {
  /** Also sends the one request that decides whether a node returns, when its rest is over. */
  availability(): Availability;
  /** Requests the chain id unless it is known. Never rejects. */
  check(): Promise<void>;
}

/**
 * @returns the node, whose chain id (EIP-695) is requested before anything else and again after each silence. `call`
 *   rejects with `NodeOnOtherChain` when it is another than expected, and otherwise like the node's own.
 */
export function createCheckedNode(node: RpcNode, checks: NodeChecks): CheckedNode {
  const { host } = node;
  const state = createNodeState(host, checks);
  let checking: Promise<void> | null = null;

  async function requestChainId(): Promise<void> {
    try {
      state.noteChain(quantity.parse(await node.call('eth_chainId', [])));
    } catch (cause) {
      // Whatever it was, no reader may take it for the response to a request of their own.
      const silence = cause instanceof NodeSilent ? cause : new NodeSilent(host, cause);
      state.noteSilence(silence);
      throw silence;
    } finally {
      checking = null;
    }
  }

  async function confirm(): Promise<void> {
    if (state.isConfirmed()) return;
    checking ??= requestChainId();
    await checking;
    const otherChain = state.otherChain();
    if (otherChain !== null) throw otherChain;
  }

  async function check(): Promise<void> {
    await confirm().catch(() => {
      // The state has it, and has reported what an operator should know.
    });
  }

  return {
    host,
    check,
    async call(method, params) {
      await confirm();
      try {
        const result = await node.call(method, params);
        state.noteResponse();
        return result;
      } catch (cause) {
        if (cause instanceof NodeSilent) state.noteSilence(cause);
        else state.noteResponse();
        throw cause;
      }
    },
    availability() {
      if (state.isRestOver()) void check();
      return state.availability();
    },
  };
}
