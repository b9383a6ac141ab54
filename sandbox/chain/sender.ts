import { getContractAddress, type Hex, type PrivateKeyAccount } from 'viem';
import { createQueue, type InOrder } from '../processes/create-queue.ts';
import type { CallNode } from './json-rpc.ts';

export interface SandboxTransaction {
  readonly to?: Hex;
  readonly data?: Hex;
  readonly value?: bigint;
  readonly gas?: bigint;
}

/**
 * Signs and sends for one account of the sandbox, in the order of the calls. All senders of an account over one node
 * caller take turns, so that none takes the nonce of another.
 */
export interface Sender {
  readonly address: Hex;
  /** @returns the hash of the transaction, which is still to be mined. */
  send(transaction: SandboxTransaction): Promise<Hex>;
  /** Sends a contract's code. @returns its future address. */
  deploy(code: Hex): Promise<Hex>;
}

const USUAL_GAS = 1_500_000n;
const DEPLOYMENT_GAS = 8_000_000n;
/** Far above every base fee here; the excess is not charged. */
const MAX_FEE_PER_GAS = 2_000_000_000_000n;
const PRIORITY_FEE_PER_GAS = 1_000_000_000n;

export function createSender(call: CallNode, chainId: number, account: PrivateKeyAccount): Sender {
  const inOrder = queueOf(call, account.address);
  return {
    address: account.address,
    send: (transaction) => inOrder(async () => (await submit(transaction)).hash),
    deploy: (code) =>
      inOrder(async () => {
        const { nonce } = await submit({ data: code, gas: DEPLOYMENT_GAS });
        return getContractAddress({ from: account.address, nonce: BigInt(nonce) });
      }),
  };

  async function submit(transaction: SandboxTransaction): Promise<{ hash: Hex; nonce: number }> {
    const count = await call<Hex>('eth_getTransactionCount', [account.address, 'pending']);
    const nonce = Number(count);
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas: USUAL_GAS,
      maxFeePerGas: MAX_FEE_PER_GAS,
      maxPriorityFeePerGas: PRIORITY_FEE_PER_GAS,
      ...transaction,
    });
    return { hash: await call<Hex>('eth_sendRawTransaction', [raw]), nonce };
  }
}

const queuesByNode = new WeakMap<CallNode, Map<Hex, InOrder>>();

/** @returns the queue of an account: one nonce at a time */
function queueOf(call: CallNode, address: Hex): InOrder {
  const queues = queuesByNode.get(call) ?? new Map<Hex, InOrder>();
  queuesByNode.set(call, queues);
  const inOrder = queues.get(address) ?? createQueue();
  queues.set(address, inOrder);
  return inOrder;
}
