import {
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  padHex,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { rampPayoutAccount, treasury } from '../chain/accounts.ts';
import type { CallNode } from '../chain/json-rpc.ts';
import { createSender } from '../chain/sender.ts';
import type { Payout } from './order.ts';

/** The service's own money on the local chain. */
export interface PayoutAccount {
  /** Signs a payment of USDC; nothing is sent. A signed payment must be settled before the next. */
  sign(to: Hex, units: bigint): Promise<Payout>;
  /** Sends the signed payment, repeatedly if necessary. @returns whether it is in a block, and whether it failed there */
  settle(payout: Payout): Promise<'waiting' | 'paid' | 'failed'>;
  /** What an address received since a block, by sender; null when nothing. */
  received(address: Hex, fromBlock: bigint): Promise<Receipt | null>;
  blockNumber(): Promise<bigint>;
}

export interface Receipt {
  readonly from: Hex;
  readonly units: bigint;
  readonly hash: Hex;
}

const abi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const NATIVE_STOCK = 10n ** 24n;
const USDC_STOCK = 10n ** 14n;
const MAX_FEE_PER_GAS = 2_000_000_000_000n;
const PRIORITY_FEE_PER_GAS = 1_000_000_000n;

/** Opens the account and tops up its funds. */
export async function openPayoutAccount(options: {
  readonly call: CallNode;
  readonly chainId: number;
  readonly usdc: Hex;
}): Promise<PayoutAccount> {
  const { call, chainId, usdc } = options;
  await stockUp(options);
  return {
    async sign(to, units) {
      const nonce = Number(
        await call<Hex>('eth_getTransactionCount', [rampPayoutAccount.address, 'pending']),
      );
      const args = [to, units] as const;
      const raw = await rampPayoutAccount.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        gas: 120_000n,
        maxFeePerGas: MAX_FEE_PER_GAS,
        maxPriorityFeePerGas: PRIORITY_FEE_PER_GAS,
        to: usdc,
        data: encodeFunctionData({ abi, functionName: 'transfer', args }),
      });
      return { raw, hash: keccak256(raw) };
    },
    async settle({ raw, hash }) {
      const receipt = await call<{ status: Hex } | null>('eth_getTransactionReceipt', [hash]);
      if (receipt !== null) return receipt.status === '0x1' ? 'paid' : 'failed';
      // The node may already have it, and then says so.
      await call('eth_sendRawTransaction', [raw]).catch(() => undefined);
      return 'waiting';
    },
    async received(address, fromBlock) {
      const logs = await call<readonly TransferLog[]>('eth_getLogs', [
        {
          address: usdc,
          fromBlock: toHex(fromBlock),
          toBlock: 'latest',
          topics: [TRANSFER, null, padHex(address, { size: 32 })],
        },
      ]);
      return sumUp(logs);
    },
    blockNumber: async () => BigInt(await call<Hex>('eth_blockNumber')),
  };
}

interface TransferLog {
  readonly data: Hex;
  readonly topics: [Hex, ...Hex[]];
  readonly transactionHash: Hex;
}

function sumUp(logs: readonly TransferLog[]): Receipt | null {
  const transfers = logs.map(({ data, topics, transactionHash: hash }) => ({
    ...decodeEventLog({ abi, eventName: 'Transfer', data, topics }).args,
    hash,
  }));
  const [first] = transfers;
  if (first === undefined) return null;
  const units = transfers.reduce((sum, { value }) => sum + value, 0n);
  return { from: first.from, units, hash: first.hash };
}

async function stockUp(options: {
  readonly call: CallNode;
  readonly chainId: number;
  readonly usdc: Hex;
}): Promise<void> {
  const { call, chainId, usdc } = options;
  await call('anvil_setBalance', [rampPayoutAccount.address, toHex(NATIVE_STOCK)]);
  const args = [rampPayoutAccount.address] as const;
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args });
  const response = await call<Hex>('eth_call', [{ to: usdc, data }, 'latest']);
  const stock = decodeFunctionResult({ abi, functionName: 'balanceOf', data: response });
  if (stock >= USDC_STOCK / 2n) return;
  const minted = [rampPayoutAccount.address, USDC_STOCK] as const;
  await createSender(call, chainId, treasury).send({
    to: usdc,
    data: encodeFunctionData({ abi, functionName: 'mint', args: minted }),
  });
}

/** @returns an address unique to one sale; its key is derived from the order's id */
export function depositAddressFor(orderId: string): Hex {
  return privateKeyToAccount(keccak256(toHex(`Kax sandbox: ramp deposit ${orderId}`))).address;
}
