import type { Hex } from 'viem';
import type { CallNode } from './json-rpc.ts';

/** Mines until no transaction is pending, and throws when one failed. */
export async function mineAll(call: CallNode): Promise<void> {
  for (;;) {
    const { pending, queued } = await call<{ pending: Hex; queued: Hex }>('txpool_status');
    if (BigInt(pending) === 0n && BigInt(queued) === 0n) return;
    await call('evm_mine');
    const receipts = await call<{ status: Hex; transactionHash: Hex }[]>('eth_getBlockReceipts', [
      'latest',
    ]);
    const failed = receipts.find(({ status }) => status !== '0x1');
    if (failed) throw new Error(`Transaction ${failed.transactionHash} failed.`);
    if (receipts.length === 0)
      throw new Error('A block included none of the pending transactions.');
  }
}
