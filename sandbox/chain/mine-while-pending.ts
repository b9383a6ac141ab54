import type { Hex } from 'viem';
import type { RunningChain } from './start-chain.ts';

/** Mines a running chain until no transaction is pending; failed ones are in its blocks too. */
export async function mineWhilePending({ call, mine }: RunningChain): Promise<void> {
  do {
    await mine();
  } while (BigInt((await call<{ pending: Hex }>('txpool_status')).pending) > 0n);
}
