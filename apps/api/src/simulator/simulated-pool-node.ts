import { decodeFunctionData } from 'viem';
import { spentAbi } from '../adapters/evm/private-call.ts';
import type { SimulatedBlock } from './simulated-chain.ts';
import { spentKey } from './simulated-notes.ts';
import {
  decodePrivateTransaction,
  eventsOf,
  PRIVATE_TRANSACTION_CONTRACT,
} from './simulated-pool-calls.ts';

/** @returns the pool's response, in a state, to whether a nullifier is in its record. */
export function respondAsPool({ balances }: SimulatedBlock, data: `0x${string}`): `0x${string}` {
  const { args } = decodeFunctionData({ abi: spentAbi, data });
  return word(balances.has(spentKey(args[1])) ? 1n : 0n);
}

/** @returns the events of the pool in these blocks, as far as the chain that ends at `tip` has them: no one says when some are missing. */
export function poolLogs(
  tip: SimulatedBlock,
  { from, to }: { readonly from: bigint; readonly to: bigint },
) {
  const logs: object[] = [];
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    if (block.number >= from && block.number <= to) logs.unshift(...logsOf(block));
  }
  return logs;
}

function logsOf({ number, hash, receipts }: SimulatedBlock): readonly object[] {
  return receipts
    .filter(
      ({ transaction, isSuccess }) => isSuccess && transaction.to === PRIVATE_TRANSACTION_CONTRACT,
    )
    .flatMap(({ transaction }) =>
      eventsOf(decodePrivateTransaction(transaction.data)).map((event, index) => ({
        ...event,
        address: transaction.to,
        blockNumber: quantity(number),
        blockHash: hash,
        transactionHash: transaction.hash,
        logIndex: quantity(BigInt(index)),
      })),
    );
}

function word(value: bigint): `0x${string}` {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

function quantity(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}
